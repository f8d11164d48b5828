import { createRequire } from 'node:module';
import type * as Oxc from 'oxc-transform';
import { UsageError, VerifyError } from '../errors.js';

/** Turns a module of TypeScript into one of JavaScript and its declarations. Throws a `VerifyError` for what is not valid. */
export type Transform = (path: string, text: string) => { readonly script: string; readonly declarations: string };

/**
 * Loads oxc-transform, native code that looks at one file at a time. It is an optional dependency in one exact version, so
 * that the same input gives the same bytes everywhere. Throws a `UsageError` where it was not installed or has no binary
 * for the platform.
 */
export function loadOxcTransform(): Transform {
  const oxc = loadOxc();
  return (path, text) => {
    const script = oxc.transformSync(path, text, { sourcemap: false, typescript: { onlyRemoveTypeImports: true } });
    const declarations = oxc.isolatedDeclarationSync(path, text, { sourcemap: false });
    const [problem] = [...script.errors, ...declarations.errors];
    if (problem !== undefined) {
      throw new VerifyError(`${path}: ${problem.message}; nothing was written. Please report this, with the input`);
    }
    return { script: script.code, declarations: declarations.code };
  };
}

function loadOxc(): typeof Oxc {
  try {
    return createRequire(import.meta.url)('oxc-transform') as typeof Oxc;
  } catch (cause) {
    throw new UsageError(
      '--emit js needs oxc-transform, an optional dependency of informer-gen that is not installed or does not run on this platform. ' +
        'Install with optional dependencies, or use --emit ts and your own compiler',
      { cause },
    );
  }
}
