import { lowerCamel } from './identifiers.js';

/** The runtime's type of the constant that every resource's module exports. */
export const RESOURCE_TYPE = 'WholeResource';

/** Whether a type of this name is that of a resource: outputs of today, those made before, and projected ones. */
export function isResourceType(name: string | undefined): boolean {
  return name === RESOURCE_TYPE || name === 'Resource';
}

/** The constant that names a resource to the runtime: `Widget` → `widgetResource`. */
export function resourceConstant(typeName: string): string {
  return `${lowerCamel(typeName)}Resource`;
}

/** The function that binds a resource to a factory: `Widget` → `widgetInformer`. */
export function bindFunction(typeName: string): string {
  return `${lowerCamel(typeName)}Informer`;
}

/** The function that binds a resource to a connection: `Widget` → `widgetClient`. */
export function bindClientFunction(typeName: string): string {
  return `${lowerCamel(typeName)}Client`;
}
