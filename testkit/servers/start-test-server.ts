import { SimulatedTestServer } from './simulated-test-server.js';
import { RealApiServer } from './real-api-server.js';
import type { TestServer, TestServerKind, TestServerOptions } from './test-server.js';

/** The variable that says which server a suite runs on. */
const VARIABLE = 'INFORMER_GEN_TEST_SERVER';

/**
 * Which server `INFORMER_GEN_TEST_SERVER` asks for: `real` or `simulated`. Default `simulated`.
 *
 * @example
 * testServerKind({}); // → 'simulated'
 */
export function testServerKind(env: NodeJS.ProcessEnv = process.env): TestServerKind {
  const asked = env[VARIABLE] ?? '';
  if (asked === '' || asked === 'simulated') return 'simulated';
  if (asked === 'real') return 'real';
  throw new Error(`${VARIABLE} is "${asked}": it can be "simulated" or "real"`);
}

/**
 * Starts the server that a variable names, so that one suite runs on both.
 *
 * @example
 * await using server = await startTestServer(); // INFORMER_GEN_TEST_SERVER=real npx vitest
 * await using client = await server.connect();
 * (await client.list(podResource)).items.length; // → 0
 */
export async function startTestServer(
  options: TestServerOptions & { readonly kind?: TestServerKind } = {},
): Promise<TestServer> {
  const { kind = testServerKind(), ...common } = options;
  return kind === 'real' ? await RealApiServer.start(common) : await SimulatedTestServer.start(common);
}
