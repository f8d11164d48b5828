import { clientGoTests } from '../client-go-names.js';

/** Where the behaviour of one client-go test is proven here, or why it is not. */
export interface ConformanceRow {
  readonly goTest: string;
  /** The Go file, as in client-go-names.ts. */
  readonly file: string;
  /** Our test file in test/runtime; it has a test whose title begins with the Go test's name. */
  readonly ours?: string;
  /** Why there is no counterpart. deviations.md lists the test under "Not ported". */
  readonly notPorted?: string;
}

/** Go tests of one file that one file of ours covers. */
export function ported(file: string, ours: string, goTests: readonly string[]): ConformanceRow[] {
  return goTests.map((goTest) => ({ goTest, file, ours }));
}

/** A Go test without a counterpart. */
export function notPorted(file: string, goTest: string, reason: string): ConformanceRow {
  return { goTest, file, notPorted: reason };
}

/** A whole Go file that one file of ours covers. */
export function wholeFile(file: string, ours: string): ConformanceRow[] {
  return ported(file, ours, testsOf(file));
}

/** The Go tests of a file, in the order of client-go-names.ts. */
export function testsOf(file: string): readonly string[] {
  const tests = clientGoTests[file];
  if (!tests) throw new Error(`client-go-names.ts has no ${file}`);
  return [...tests.star, ...tests.other];
}
