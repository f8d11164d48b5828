import { createRequire } from 'node:module';
import type * as Cel from '@marcbachmann/cel-js';
import { addFormatFunctions } from './format-functions.js';
import { addListFunctions } from './list-functions.js';
import { addNetworkFunctions } from './network-functions.js';
import { addQuantityFunctions } from './quantity-functions.js';
import { addSemverFunctions } from './semver-functions.js';
import { addTextFunctions } from './text-functions.js';

/** The CEL library: loaded when the first rule is compiled, and at once, as creating an object must not wait. */
export type CelLibrary = typeof Cel;

let loaded: { readonly library: CelLibrary; readonly environment: Cel.Environment } | undefined;

/** The library, and an environment with everything that Kubernetes adds to CEL. */
export function celEnvironment(): { readonly library: CelLibrary; readonly environment: Cel.Environment } {
  if (loaded === undefined) {
    const library = createRequire(import.meta.url)('@marcbachmann/cel-js') as CelLibrary;
    const environment = new library.Environment({
      unlistedVariablesAreDyn: false,
      enableOptionalTypes: true,
      homogeneousAggregateLiterals: false,
    });
    environment.registerVariable('self', 'dyn').registerVariable('oldSelf', 'dyn');
    addListFunctions(environment);
    addTextFunctions(environment);
    addQuantityFunctions(environment);
    addNetworkFunctions(environment);
    addFormatFunctions(environment, library);
    addSemverFunctions(environment);
    loaded = { library, environment };
  }
  return loaded;
}
