import type { ts } from 'ts-morph';
import { hasHeader } from '../layout/header.js';

/**
 * Whether a file is our output: it says so in its first lines. Declaration files have lost those; they are known by the
 * module of the runtime that they import, or by the package that they are in.
 */
export function isGenerated(file: ts.SourceFile): boolean {
  if (hasHeader(file.text)) return true;
  if (!file.isDeclarationFile) return false;
  return file.text.includes('@informer-gen/runtime/codegen/') || file.fileName.includes('/@informer-gen/kubernetes/');
}
