/** What a client prints, a line each: what its handler was told, and that it has synced. The client-go peer prints the same. */
export interface ClientLine {
  readonly type: 'add' | 'update' | 'delete' | 'synced';
  readonly key?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** The parts of an object that are printed. */
interface Named {
  readonly metadata?:
    | {
        readonly namespace?: string | undefined;
        readonly name?: string | undefined;
        readonly resourceVersion?: string | undefined;
      }
    | undefined;
}

/** Prints one event. */
export function printEvent(type: ClientLine['type'], object?: Named): void {
  const { namespace, name, resourceVersion } = object?.metadata ?? {};
  const line: ClientLine = { type, ...(name !== undefined && { key: `${namespace}/${name}` }), resourceVersion };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** What a client is to read, from its command line. */
export interface ClientArguments {
  readonly kubeconfigPath: string;
  readonly group: string;
  readonly plural: string;
  readonly namespace: string;
  readonly transport: 'http1' | 'http2';
}

export function readClientArguments(): ClientArguments {
  return JSON.parse(process.argv[2] ?? '') as ClientArguments;
}

/** Where the objects are that a client is to read. */
export function collectionPath({ group, plural, namespace }: ClientArguments): string {
  return `${group === '' ? '/api/v1' : `/apis/${group}/v1`}/namespaces/${namespace}/${plural}`;
}
