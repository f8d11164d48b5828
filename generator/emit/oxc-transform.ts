import type * as Oxc from 'oxc-transform';
import { UsageError, VerifyError } from '../errors.js';
import { loadOxc } from '../typescript/load-oxc.js';

/** Turns a module of TypeScript into one of JavaScript and its declarations. Throws a `VerifyError` for what is not valid. */
export type Transform = (path: string, text: string) => { readonly script: string; readonly declarations: string };

/** Looks at one file at a time. Throws a `UsageError` where oxc-transform is not there. */
export function loadOxcTransform(): Transform {
  const oxc = installedOxc();
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

function installedOxc(): typeof Oxc {
  const loaded = loadOxc();
  if (loaded.oxc !== undefined) return loaded.oxc;
  throw new UsageError(
    '--emit js needs oxc-transform, an optional dependency of informer-gen that is not installed or does not run on this platform. ' +
      'Install with optional dependencies, or use --emit ts and your own compiler',
    { cause: loaded.cause },
  );
}
