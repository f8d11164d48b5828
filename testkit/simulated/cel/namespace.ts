import type { Environment } from '@marcbachmann/cel-js';

/** Declares a name that functions are called on, such as `sets` in `sets.contains(a, b)`: a constant of a type of its own. */
export function addNamespace(environment: Environment, name: string): void {
  class Namespace {
    readonly name = name;
  }
  environment.registerType(name, Namespace).registerConstant(name, name, new Namespace());
}
