/** Why a text is not the YAML that Kubernetes reads, and where. */
export class YamlError extends Error {
  override readonly name = 'YamlError';
  /** Of the character in the document's text. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}
