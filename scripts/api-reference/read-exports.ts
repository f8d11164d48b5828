import { join, resolve } from 'node:path';
import { Node, Project } from 'ts-morph';
import type { ClassDeclaration, ExportedDeclarations, InterfaceDeclaration, JSDoc } from 'ts-morph';
import type { EntryPoint } from './entry-points.js';

const root = resolve(import.meta.dirname, '../..');

/** A member of an interface, with what its comment says. */
export interface ApiField {
  readonly name: string;
  readonly doc: string;
  readonly optional: boolean;
}

/** One exported name. */
export interface ApiExport {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'interface' | 'type' | 'constant';
  /** Of its comment, without tags. */
  readonly doc: string;
  /** The code of its `@example` tags. */
  readonly examples: readonly string[];
  /** What a declaration file would have, doc comments of members included. */
  readonly signature: string;
  /** Of an interface. */
  readonly fields: readonly ApiField[];
}

/** Reads what entry points export, by the types of the program. */
export class ApiReader {
  readonly #project = new Project({
    tsConfigFilePath: join(root, 'tsconfig.json'),
    skipAddingFilesFromTsConfig: true,
  });

  exportsOf({ file }: EntryPoint): ApiExport[] {
    const declarations = this.#project.addSourceFileAtPath(join(root, file)).getExportedDeclarations();
    return [...declarations].map(([name, found]) => readExport(name, found)).sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

function readExport(name: string, declarations: readonly ExportedDeclarations[]): ApiExport {
  // A value that a type of the same name goes with is shown as the value.
  const sorted = [...declarations].sort((a, b) => Number(isType(a)) - Number(isType(b)));
  const docs = sorted.flatMap(docsOf);
  const [first] = sorted;
  return {
    name,
    kind: first === undefined ? 'constant' : kindOf(first),
    doc: docs.map((doc) => doc.getDescription().trim()).find((text) => text !== '') ?? '',
    examples: docs.flatMap(examplesOf),
    signature: sorted.map(signatureOf).join('\n'),
    fields: first !== undefined && Node.isInterfaceDeclaration(first) ? fieldsOf(first) : [],
  };
}

function isType(node: Node): boolean {
  return Node.isInterfaceDeclaration(node) || Node.isTypeAliasDeclaration(node);
}

function kindOf(node: Node): ApiExport['kind'] {
  if (Node.isFunctionDeclaration(node)) return 'function';
  if (Node.isClassDeclaration(node)) return 'class';
  if (Node.isInterfaceDeclaration(node)) return 'interface';
  if (Node.isTypeAliasDeclaration(node)) return 'type';
  return node.getType().getCallSignatures().length > 0 ? 'function' : 'constant';
}

function docsOf(node: Node): JSDoc[] {
  if (Node.isVariableDeclaration(node)) return node.getVariableStatement()?.getJsDocs() ?? [];
  if (Node.isFunctionDeclaration(node))
    return [...node.getOverloads().flatMap((each) => each.getJsDocs()), ...node.getJsDocs()];
  return Node.isJSDocable(node) ? node.getJsDocs() : [];
}

function examplesOf(doc: JSDoc): string[] {
  return doc
    .getTags()
    .filter((tag) => tag.getTagName() === 'example')
    .map((tag) => tag.getCommentText()?.trim() ?? '');
}

function fieldsOf(declaration: InterfaceDeclaration): ApiField[] {
  return [...declaration.getProperties(), ...declaration.getMethods()].map((member) => ({
    name: member.getName(),
    doc: member
      .getJsDocs()
      .map((doc) => doc.getDescription().trim())
      .join(' '),
    optional: member.hasQuestionToken(),
  }));
}

function signatureOf(node: Node): string {
  if (Node.isClassDeclaration(node)) return classText(node);
  if (Node.isFunctionDeclaration(node)) {
    const overloads = node.getOverloads();
    return (overloads.length > 0 ? overloads : [node]).map(withoutBody).join('\n');
  }
  if (Node.isVariableDeclaration(node))
    return `const ${node.getName()}: ${node.getTypeNode()?.getText() ?? 'unknown'};`;
  return node.getText().replace(/^export (declare )?/, '');
}

/** A declaration up to its body. */
function withoutBody(node: Node): string {
  const body = Node.isBodyable(node) ? node.getBody() : undefined;
  const text = node.getText();
  const head = body === undefined ? text : text.slice(0, body.getStart() - node.getStart());
  return `${head
    .replace(/^export (default )?/, '')
    .trim()
    .replace(/;$/, '')};`;
}

function classText(node: ClassDeclaration): string {
  const text = node.getText();
  const head = text
    .slice(0, text.indexOf('{'))
    .replace(/^export /, '')
    .trim();
  const members = node.getMembers().flatMap((member) => {
    const isHidden =
      /^#|^\[/.test(nameOf(member)) || /\bprivate\b|\bprotected\b/.test(member.getText().split('(')[0] ?? '');
    if (isHidden) return [];
    const doc = Node.isJSDocable(member) ? member.getJsDocs().map((each) => each.getText()) : [];
    return [[...doc, memberText(member)].join('\n').replaceAll(/^ {0,2}(?=\S)/gm, '  ')];
  });
  return `${head} {\n${members.join('\n')}\n}`;
}

function nameOf(member: Node): string {
  return Node.hasName(member) ? member.getName() : 'constructor';
}

/** A property without its value, a method without its body. */
function memberText(member: Node): string {
  if (Node.isPropertyDeclaration(member)) {
    const type = member.getTypeNode()?.getText() ?? member.getType().getText(member);
    return `${member.isReadonly() ? 'readonly ' : ''}${member.getName()}: ${type};`;
  }
  return withoutBody(member).replace(/^override /, '');
}
