import type { Property, ResourceModel } from '../model/model.js';
import type { View } from '../model/write-views.js';
import { quote } from '../typescript/text.js';
import type { Declaration } from './files.js';
import type { PathNode } from './path-tree.js';
import type { Reference } from './write-references.js';
import { choiceText, keyUnion } from './write-text.js';
import type { WriteText } from './write-text.js';

const HEAD = new Set(['apiVersion', 'kind', 'metadata']);

/** The views of a whole object: `WidgetInput`, `WidgetApply` and `WidgetApplyStatus`. */
export class WriteRoot {
  readonly #node: PathNode;
  readonly #text: WriteText;
  readonly #hasStatus: boolean;
  /** What the main resource takes. */
  readonly #main: readonly Property[];
  readonly #status: readonly Property[];

  constructor(node: PathNode, resource: ResourceModel, text: WriteText) {
    this.#node = node;
    this.#text = text;
    this.#hasStatus = resource.subresources.includes('status');
    const rest = node.shape.properties.filter(({ name }) => !HEAD.has(name));
    this.#main = rest.filter(({ name }) => name !== 'status' || !this.#hasStatus);
    this.#status = rest.filter(({ name }) => name === 'status' && this.#hasStatus);
  }

  /** The properties that the views lead to, and how. */
  parts(): [property: string, view: View][] {
    return [
      ...this.#main.flatMap(({ name }): [string, View][] => [
        [name, 'input'],
        [name, 'apply'],
      ]),
      ...this.#status.map(({ name }): [string, View] => [name, 'apply']),
    ];
  }

  /** All of them. */
  declarations(reference: Reference): Declaration[] {
    const status = this.#hasStatus ? [this.#intent(reference, 'ApplyStatus', this.#status)] : [];
    return [this.#input(reference), this.#intent(reference, 'Apply', this.#main), ...status];
  }

  #input(reference: Reference): Declaration {
    const { index, rules } = this.#node.shape;
    const [name, read] = [reference.view('Input'), reference.read()];
    const doc = `/** What creates or replaces ${article(this.#node.name)}. */\n`;
    if (index !== undefined) return this.#inFull({ name, doc, read }, 'input', this.#main);
    const anew = this.#text.anew(this.#differing(this.#main, 'input'), 'input', this.#node);
    const defaulted = this.#main.filter((property) => property.defaulted === true).map((property) => property.name);
    const more = [anew || '{}', keyUnion(defaulted), this.#keepsStatus ? 'never' : quote('status')];
    const defaults = ['{}', 'never', quote('status')];
    while (more.length > 0 && more.at(-1) === defaults[more.length - 1]) more.pop();
    const base = `rt.InputRoot<${[read, ...more].join(', ')}>`;
    const stored = this.#keepsStatus ? `rt.Stored<${read}, never>` : `rt.Stored<${read}>`;
    const target = reference.input.choices ? `${stored} | (${base}${choiceText(rules.choices)})` : base;
    return { doc, name, exported: true, members: '', target };
  }

  #intent(reference: Reference, suffix: 'Apply' | 'ApplyStatus', properties: readonly Property[]): Declaration {
    const name = reference.view('Apply') + suffix.slice('Apply'.length);
    const read = reference.read();
    const whose = suffix === 'Apply' ? '' : 'the status of ';
    const doc = `/** The intent of an apply to ${whose}${article(this.#node.name)}. */\n`;
    if (this.#node.shape.index !== undefined) return this.#inFull({ name, doc, read }, 'apply', properties);
    const anew = this.#text.anew(this.#differing(properties, 'apply'), 'apply', this.#node);
    const more = suffix === 'Apply' && this.#keepsStatus ? [anew || '{}', 'never'] : anew === '' ? [] : [anew];
    const target = `rt.${suffix}Root<${[read, ...more].join(', ')}>`;
    return { doc, name, exported: true, members: '', target };
  }

  /** A status that is no subresource is written as everything else. */
  get #keepsStatus(): boolean {
    return this.#main.some(({ name }) => name === 'status');
  }

  #differing(properties: readonly Property[], view: View): Property[] {
    return properties.filter((property) => this.#text.differs(property, view));
  }

  /** With an index signature: helpers would lose the properties that have a name. */
  #inFull(
    { name, doc, read }: { readonly name: string; readonly doc: string; readonly read: string },
    view: 'input' | 'apply',
    properties: readonly Property[],
  ): Declaration {
    const lines = [
      `  readonly apiVersion?: ${read}[${quote('apiVersion')}] | undefined;`,
      `  readonly kind?: ${read}[${quote('kind')}] | undefined;`,
      `  readonly metadata: rt.${view === 'input' ? 'InputMeta' : 'ApplyMeta'};`,
      ...properties.map((property) =>
        this.#text.differs(property, view)
          ? this.#text.member(property, view, this.#node)
          : this.#text.plainMember(property, view, () => read),
      ),
      '  readonly [key: string]: unknown;',
    ];
    return { doc, name, exported: true, members: lines.join('\n'), target: undefined };
  }
}

function article(name: string): string {
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`;
}
