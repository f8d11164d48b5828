import type { Comparison } from './suite.js';

/** Why some answers differ. */
export interface Reason {
  readonly heading: string;
  readonly text: string;
  /** Whether the reason explains every difference of the comparison. */
  explains(comparison: Comparison): boolean;
}

const every =
  (pattern: RegExp) =>
  ({ differences }: Comparison): boolean =>
    differences.every(({ path }) => pattern.test(path));

const named =
  (pattern: RegExp) =>
  ({ name }: Comparison): boolean =>
    pattern.test(name);

/** Whether the real server shows a Go struct, or how two of them differ. */
const showsStruct = ({ differences, sameReason }: Comparison): boolean =>
  sameReason &&
  differences.some(({ real }) => /@@ -\d|\\*"Spec\\*":|patch: Invalid value/.test(JSON.stringify(real) ?? ''));

const showsParser = ({ differences, sameReason }: Comparison): boolean =>
  sameReason && differences.some(({ real }) => /Syntax error|yaml: line/.test(JSON.stringify(real) ?? ''));

/** In the order of the page; the first that explains a comparison is its reason, the last explains everything. */
export const REASONS: readonly Reason[] = [
  {
    heading: 'Texts that Go makes of its structs',
    text:
      'The message shows the object, or how it differs from the one before, as the structs of the server have it: their ' +
      'fields in their order, with every one that is not set. Status, reason and the field at fault are equal, but for Jobs that are ' +
      'replaced without their selector, where causes are fewer.',
    explains: showsStruct,
  },
  {
    heading: 'Words of other parsers',
    text: 'Faults in CEL and in YAML are told in the words of the library that found them.',
    explains: showsParser,
  },
  {
    heading: 'Configurations of webhooks',
    text:
      'The server counts a write that changes nothing as a change, because an empty selector is not the same to it as ' +
      'none. Generation and version are one ahead from there on.',
    explains: named(/WebhookConfiguration › /),
  },
  {
    heading: 'What is answered and not stored',
    text: 'Tokens have no managed fields in the simulated server, and everybody may do everything that a test does not deny.',
    explains: (comparison) => named(/^(reviews|subresources that act) › /)(comparison) && comparison.sameReason,
  },
  {
    heading: 'Field ownership',
    text: 'Only `metadata.managedFields` differs.',
    explains: every(/^body(\.items\[\d+\])?\.metadata\.managedFields/),
  },
  {
    heading: 'Wording alone',
    text: 'Status, reason and the fields at fault are equal; a message is worded differently.',
    explains: every(/^(warnings|body\.message|body\.details\.causes\[\d+\]\.message)/),
  },
  {
    heading: 'Content',
    text: 'Status and reason are equal; something in the body differs.',
    explains: ({ sameReason }) => sameReason,
  },
  {
    heading: 'Status or reason',
    text: 'One server refuses what the other accepts, or for another reason.',
    explains: () => true,
  },
];

/** The first reason that explains all differences of a comparison. */
export function reasonFor(comparison: Comparison): Reason {
  const found = REASONS.find((reason) => reason.explains(comparison));
  if (found === undefined) throw new Error(`no reason explains ${comparison.name}`);
  return found;
}
