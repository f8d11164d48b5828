import { headerLine } from '../layout/header.js';
import { lineComment, quote } from '../typescript/text.js';
import type { FileView } from './files.js';
import type { PlanOptions } from './options.js';

/** The comment that every file begins with. */
export function fileHeader(options: PlanOptions, source: string): FileView {
  const line = headerLine(options.generator, lineComment(source));
  return { header: `${options.banner}${line}\n/* eslint-disable */`, runtime: quote(options.runtimeModule) };
}
