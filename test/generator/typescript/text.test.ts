import * as fc from 'fast-check';
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { docComment, propertyKey, quote } from '../../../generator/typescript/text.js';

/** Texts that would like to be code. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '*/',
        '/*',
        '//',
        '\\',
        "'",
        '"',
        '`',
        '${',
        '}',
        '\n',
        '\r',
        '\u2028',
        '\u2029',
        '\u202e',
        '\0',
        ' ',
        'a',
        '@',
        '*',
        '/',
        '\ud800',
        '<!--',
      ),
    )
    .map((parts) => parts.join('')),
);

function parse(text: string): ReturnType<typeof ts.createSourceFile> {
  const file = ts.createSourceFile('x.ts', text, ts.ScriptTarget.ES2022, true);
  expect((file as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics).toEqual([]);
  return file;
}

describe('text in the output', () => {
  it('quote gives one string literal with the same value, whatever the text', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const [statement, ...more] = parse(`const x = ${quote(text)};`).statements;
        expect(more).toEqual([]);
        const initializer =
          statement !== undefined && ts.isVariableStatement(statement)
            ? statement.declarationList.declarations[0]?.initializer
            : undefined;
        expect(initializer !== undefined && ts.isStringLiteral(initializer) ? initializer.text : undefined).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  it('a property key is one key with the same name, whatever the name', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const [statement, ...more] = parse(`interface X { readonly ${propertyKey(text)}?: string; }`).statements;
        expect(more).toEqual([]);
        const members = statement !== undefined && ts.isInterfaceDeclaration(statement) ? statement.members : [];
        expect(members).toHaveLength(1);
        const name = members[0]?.name;
        expect(name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined).toBe(
          text,
        );
      }),
      { numRuns: 500 },
    );
  });

  it('a doc comment is one comment, whatever the text', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 20, max: 120 }), (text, width) => {
        const comment = docComment(text, width, '  ');
        const file = parse(`${comment}\nconst end = 1;`);
        expect(file.statements).toHaveLength(1);
        expect(file.statements[0]?.getText()).toBe('const end = 1;');
        for (const character of comment) expect(/[\u2028\u2029\u202a-\u202e\0]/.test(character)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['', []],
    ['  \n ', []],
    ['Short.', ['/** Short. */']],
    ['Two\nlines.', ['/**', ' * Two', ' * lines.', ' */']],
    ['ends */ in', ['/**', ' * ends *\\/', ' * in', ' */']],
    ['a b c d e f g h i j k', ['/**', ' * a b c d e', ' * f g h i j', ' * k', ' */']],
    ['a\n\n\n\nb', ['/**', ' * a', ' *', ' * b', ' */']],
  ])('%j', (text, lines) => {
    expect(docComment(text, 10, '  ')).toBe(lines.map((line) => `  ${line}\n`).join(''));
  });
});
