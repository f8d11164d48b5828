/** Thrown where YAML is needed and no parser is installed. */
export class YamlParserMissingError extends Error {
  override readonly name = 'YamlParserMissingError';

  constructor(cause: unknown) {
    super('reading YAML needs the package "js-yaml": install it, or pass parsed objects', { cause });
  }
}

interface YamlModule {
  loadAll(text: string): unknown[];
}

/**
 * Parses all documents of a YAML text with `js-yaml`, which the runtime does not depend on: it is loaded when first
 * needed, and {@link YamlParserMissingError} says when it is not there.
 *
 * @example
 * const server = await SimulatedApiServer.start({ crds: await parseYaml(await readFile('crds.yaml', 'utf8')) });
 */
export async function parseYaml(text: string): Promise<unknown[]> {
  const parser = await loadParser();
  return parser.loadAll(text).filter((document) => document !== null && document !== undefined);
}

async function loadParser(): Promise<YamlModule> {
  // A variable, so that compilers and bundlers do not take it for a dependency.
  const name = 'js-yaml';
  try {
    const module = (await import(name)) as YamlModule & { readonly default?: YamlModule };
    return typeof module.loadAll === 'function' ? module : (module.default ?? module);
  } catch (error) {
    throw new YamlParserMissingError(error);
  }
}
