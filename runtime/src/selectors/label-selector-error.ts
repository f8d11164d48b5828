import { InformerError } from '../api/informer-error.js';
/**
 * A label selector that cannot be understood. For a text, `position` is where (counted from 0).
 *
 * @example
 * if (error instanceof LabelSelectorError) console.log(error.text, error.position);
 */
export class LabelSelectorError extends InformerError {
  override readonly name = 'LabelSelectorError';
  readonly text: string | undefined;
  readonly position: number | undefined;

  constructor(problem: string, at?: { readonly text: string; readonly position: number }) {
    super(
      'LabelSelector',
      at === undefined
        ? `label selector: ${problem}`
        : `label selector ${JSON.stringify(at.text)}, position ${at.position}: ${problem}`,
    );
    this.text = at?.text;
    this.position = at?.position;
  }
}
