import type { TypeNode } from '../model/model.js';
import { quote } from './text.js';

/** How a module names what is declared elsewhere. */
export interface TypeNames {
  /** The name of the next shape, in the order in which the type has them. */
  shape(): string;
  definition(name: string): string;
  runtime(name: string): string;
}

/** A type as TypeScript writes it. */
export function typeText(type: TypeNode, names: TypeNames): string {
  switch (type.type) {
    case 'primitive':
      return type.name;
    case 'literals': {
      const literals = type.values.map((value) => (typeof value === 'string' ? quote(value) : String(value)));
      return [...literals, ...(type.open ? ['(string & {})'] : [])].join(' | ');
    }
    case 'array':
      return `readonly ${arrayMember(type.of, names)}[]`;
    case 'map':
      return `{ readonly [key: string]: ${typeText(type.of, names)} }`;
    case 'runtime':
      return names.runtime(type.name);
    case 'shape':
      return names.shape();
    case 'external':
      return type.name;
    case 'definition':
      return names.definition(type.name);
    case 'union':
      return type.of.map((member) => memberText(member, names)).join(' | ');
    case 'intersection':
      return type.of.map((member) => memberText(member, names)).join(' & ');
  }
}

function arrayMember(type: TypeNode, names: TypeNames): string {
  const text = typeText(type, names);
  const simple =
    type.type === 'primitive' || type.type === 'runtime' || type.type === 'shape' || type.type === 'definition';
  return simple || type.type === 'map' ? text : `(${text})`;
}

function memberText(type: TypeNode, names: TypeNames): string {
  const text = typeText(type, names);
  return type.type === 'union' || type.type === 'intersection' || type.type === 'array' ? `(${text})` : text;
}
