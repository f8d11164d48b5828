import { UsageError } from '../errors.js';
import { isObject } from '../input/json.js';
import type { InformerGenConfig } from './options.js';

/** What a value may be, and how that is called in a message. */
interface Kind {
  readonly wanted: string;
  readonly fits: (value: unknown) => boolean;
}

const TEXT: Kind = { wanted: 'a text that is not empty', fits: isText };
const PACKAGE: Kind = { wanted: 'the name of a package', fits: isText };
const FLAG: Kind = { wanted: 'true or false', fits: (value) => typeof value === 'boolean' };
const TEXTS: Kind = { wanted: 'a list of texts, none of them empty', fits: isTexts };
const PATHS: Kind = { wanted: 'a path or a list of paths', fits: (value) => isText(value) || isTexts(value) };
const CLUSTER: Kind = {
  wanted: 'true, false, or an object with kubeconfig, context and allowPartial',
  fits: isCluster,
};
const NAMES: Kind = { wanted: 'an object with groups, kinds and plurals, each an object', fits: isNames };
const README: Kind = { wanted: 'true, false, or an object with a command', fits: isReadme };
const EXTENSION: Kind = { wanted: "'.js', '.ts' or ''", fits: (value) => ['.js', '.ts', ''].includes(String(value)) };

function oneOf(...choices: readonly string[]): Kind {
  return { wanted: `one of ${choices.join(', ')}`, fits: (value) => choices.some((choice) => choice === value) };
}

/** Every key of a config, and what its value may be. */
const KINDS: { readonly [K in keyof Required<InformerGenConfig>]: Kind } = {
  crd: PATHS,
  openapi: PATHS,
  cluster: CLUSTER,
  out: TEXT,
  include: TEXTS,
  exclude: TEXTS,
  versions: oneOf('served', 'storage', 'all'),
  readme: README,
  docs: FLAG,
  enums: oneOf('open', 'closed'),
  importExtension: EXTENSION,
  layout: oneOf('split', 'merged'),
  emit: oneOf('ts', 'js'),
  runtimeModule: TEXT,
  kubernetesTypes: PACKAGE,
  headerFile: TEXT,
  names: NAMES,
  verify: oneOf('none', 'syntax', 'types'),
  skipInvalid: FLAG,
};

/** Throws a {@link UsageError} that names each key that is unknown or holds the wrong thing. `where`: what holds them. */
export function checkConfig(content: unknown, where: string): InformerGenConfig {
  if (!isObject(content)) throw new UsageError(`${where} must hold an object`);
  for (const key of Object.keys(content)) {
    if (key === '$schema' || Object.hasOwn(KINDS, key)) continue;
    const known = Object.keys(KINDS).join(', ');
    throw new UsageError(`${where} has an unknown key ${JSON.stringify(key)}; known are ${known}`);
  }
  checkValues(content, where);
  return content;
}

/** The same for an object that may have other keys too. */
export function checkValues(content: object, where: string): void {
  const wrong = Object.entries(KINDS).flatMap(([key, { wanted, fits }]) => {
    const value: unknown = Reflect.get(content, key);
    return value === undefined || fits(value) ? [] : [`${key} must be ${wanted}, not ${shown(value)}`];
  });
  if (wrong.length > 0) throw new UsageError(`${where}: ${wrong.join('; ')}`);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isCluster(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  return (
    isObject(value) &&
    Object.entries(value).every(([key, entry]) => {
      if (key === 'allowPartial') return entry === undefined || typeof entry === 'boolean';
      return ['kubeconfig', 'context'].includes(key) && (entry === undefined || isText(entry));
    })
  );
}

function isReadme(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  return isObject(value) && Object.keys(value).join() === 'command' && isText(value['command']);
}

function isNames(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.entries(value).every(([part, names]) => ['groups', 'kinds', 'plurals'].includes(part) && isObject(names))
  );
}

/** A value in a message, cut where it is long. It comes from code, and may hold itself. */
export function shown(value: unknown): string {
  const text = typeof value === 'function' ? 'a function' : inlineText(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function inlineText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return 'what JSON cannot hold';
  }
}
