import { isJsonObject, isNumber } from '../objects/api-object.js';
import { fieldTypeOf, resolveType } from '../types/merge-type.js';
import type { ListType, MapType, MergeType, ScalarType } from '../types/merge-type.js';
import { elementText, listElement, TypedValueError } from './path-element.js';
import { goSyntax, goText } from '../rules/go-text.js';
import type { PathElement } from './path-element.js';

/** What is wrong with an applied configuration, as the API server says it; undefined where it fits its type. */
export function typeFault(value: unknown, type: MergeType): string | undefined {
  const faults: string[] = [];
  check(value, type, { path: '', faults });
  if (faults.length === 0) return undefined;
  faults.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));
  return faults.length === 1 ? faults[0] : ['errors:', ...faults.map((fault) => `  ${fault}`)].join('\n');
}

interface Location {
  readonly path: string;
  readonly faults: string[];
}

function check(value: unknown, type: MergeType, at: Location): void {
  const shape = resolveType(type, value);
  if (value === null) return;
  if (shape.type === 'scalar') checkScalar(value, shape, at);
  else if (shape.type === 'list') {
    if (!Array.isArray(value)) report(at, `expected list, got &{${goText(value)}}`);
    else checkList(value, shape, at);
  } else if (!isJsonObject(value)) report(at, `expected map, got &{${goText(value)}}`);
  else checkMap(value, shape, at);
}

function checkScalar(value: unknown, { scalar }: ScalarType, at: Location): void {
  const type = typeof value;
  if (scalar === 'numeric' && !isNumber(value)) report(at, `expected numeric (int or float), got ${goType(value)}`);
  if (scalar === 'string' && type !== 'string') report(at, `expected string, got ${goValueText(value)}`);
  if (scalar === 'boolean' && type !== 'boolean') report(at, `expected boolean, got &{${goText(value)}}`);
  if (scalar === 'untyped' && type === 'object') report(at, `expected any scalar, got &{${goText(value)}}`);
}

function checkMap(value: Record<string, unknown>, type: MapType, { path, faults }: Location): void {
  for (const [name, inner] of Object.entries(value)) {
    const fieldType = fieldTypeOf(type, name);
    const here = `${path}.${name}`;
    if (fieldType !== undefined) check(inner, fieldType, { path: here, faults });
    // The first unknown field of an object ends its check.
    else return void faults.push(`${here}: field not declared in schema`);
  }
}

function checkList(list: readonly unknown[], type: ListType, { path, faults }: Location): void {
  const seen = new Set<PathElement>();
  for (const [index, item] of list.entries()) {
    let element: PathElement;
    try {
      element = type.relationship === 'atomic' ? `i:${index}` : listElement(type, item);
    } catch (error) {
      if (!(error instanceof TypedValueError)) throw error;
      return report({ path, faults }, `element ${index}: ${error.message}`);
    }
    if (seen.has(element)) report({ path, faults }, `duplicate entries for key ${elementText(element)}`);
    seen.add(element);
    check(item, type.element, { path: path + elementText(element), faults });
  }
}

function report({ path, faults }: Location, message: string): void {
  faults.push(path === '' ? message : `${path}: ${message}`);
}

function goType(value: unknown): string {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'boolean') return 'bool';
  return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}';
}

function goValueText(value: unknown): string {
  return `&value.valueUnstructured{Value:${typeof value === 'object' ? goSyntax(value) : String(value)}}`;
}
