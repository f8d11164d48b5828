import type { TypeNode } from '../model/model.js';
import { quote } from './text.js';

/** How a module names what is declared elsewhere. */
export interface TypeNames {
  /** The name of the next shape, in the order in which they stand in the type. */
  shape(): string;
  definition(name: string): string;
  door(name: string): string;
}

/** A type as TypeScript writes it. */
export function typeText(type: TypeNode, names: TypeNames): string {
  switch (type.is) {
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
    case 'door':
      return names.door(type.name);
    case 'shape':
      return names.shape();
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
  const simple = type.is === 'primitive' || type.is === 'door' || type.is === 'shape' || type.is === 'definition';
  return simple || type.is === 'map' ? text : `(${text})`;
}

function memberText(type: TypeNode, names: TypeNames): string {
  const text = typeText(type, names);
  return type.is === 'union' || type.is === 'intersection' || type.is === 'array' ? `(${text})` : text;
}
