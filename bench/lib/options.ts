import { parseArgs } from 'node:util';
import { type InformerId, informerIds } from './contenders.js';

/** What the command line says. */
export interface Options {
  readonly suite: string;
  readonly server: 'load' | 'real';
  /** Default: the suite's own. */
  readonly objects: number | undefined;
  /** Default: the suite's own. */
  readonly events: number | undefined;
  readonly rounds: number;
  /** Default: all. */
  readonly only: readonly InformerId[] | undefined;
  readonly kubeRs: boolean;
  readonly json: string | undefined;
  readonly svg: string | undefined;
  /** Where the CRDs are that the generators are run on. */
  readonly crds: string | undefined;
  /** The generators to run, by the names that the suite gives them. Default: all. */
  readonly generators: readonly string[] | undefined;
  /** Another clone of this repository, with its dependencies installed, to compare our own clients with. */
  readonly against: string | undefined;
}

/** The command line is wrong; the message says how. */
export class UsageError extends Error {
  constructor(message: string) {
    super(`${message}. Run with --help to see what there is.`);
    this.name = 'UsageError';
  }
}

/** Reads the command line; `help` where that was asked for. */
export function readOptions(args: readonly string[], suites: readonly string[]): Options | 'help' {
  const values = parse(args);
  if (values.help === true) return 'help';
  const suite = values.suite ?? 'informer';
  if (!suites.includes(suite)) throw new UsageError(`There is no suite ${suite}, only ${suites.join(', ')}`);
  const server = values.server ?? 'load';
  if (server !== 'load' && server !== 'real') throw new UsageError(`--server is load or real, not ${server}`);
  return {
    suite,
    server,
    objects: wholeNumber('objects', values.objects, 1),
    events: wholeNumber('events', values.events, 0),
    rounds: wholeNumber('rounds', values.rounds, 1) ?? 3,
    only: values.only?.split(',').map(informerId),
    kubeRs: values['kube-rs'] ?? false,
    json: values.json,
    svg: values.svg,
    crds: values.crds,
    generators: values.generators?.split(',').map((id) => id.trim()),
    against: values.against,
  };
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const numbers = { objects: text, events: text, rounds: text };
  const files = { json: text, svg: text, crds: text, generators: text, against: text };
  try {
    return parseArgs({
      args: [...args],
      options: { suite: text, server: text, only: text, 'kube-rs': flag, help: flag, ...numbers, ...files },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.replace(/\.$/, '') : String(error));
  }
}

function wholeNumber(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text.replaceAll('_', ''));
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new UsageError(`--${name} takes a whole number of at least ${least}, not ${text}`);
}

function informerId(text: string): InformerId {
  const id = informerIds.find((known) => known === text.trim());
  if (id !== undefined) return id;
  throw new UsageError(`--only takes some of ${informerIds.join(', ')}, separated by commas, not ${text}`);
}
