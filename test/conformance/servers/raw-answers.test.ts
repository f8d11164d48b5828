import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiServerAvailable } from '../../setup/api-server.js';
import { createConfigMap } from './objects.js';
import { startRealServer } from './real-server.js';
import type { RawAnswer, ServerUnderTest } from './server-under-test.js';
import { startSimulatedServer } from './simulated-server.js';

interface StatusLike {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly status?: string;
  readonly code?: number;
  readonly reason?: string;
  readonly metadata?: { readonly continue?: string; readonly resourceVersion?: string };
  readonly details?: { readonly causes?: readonly { readonly reason?: string; readonly field?: string }[] };
}

/** What a client decides by: everything but words, versions and tokens. */
function summary({ code, headers, text }: RawAnswer): object {
  const type = headers['content-type']?.split(';')[0];
  const isError = code >= 400;
  if (type !== 'application/json') return { code, type };
  const body = JSON.parse(text.split('\n')[0] ?? '') as StatusLike & {
    readonly object?: StatusLike;
    readonly type?: string;
  };
  if (body.type !== undefined) return { code, event: body.type, object: statusSummary(body.object ?? {}) };
  return isError ? { code, retryAfter: headers['retry-after'], ...statusSummary(body) } : { code, kind: body.kind };
}

function statusSummary({ kind, apiVersion, status, code, reason, metadata, details }: StatusLike): object {
  const { causes, ...otherDetails } = details ?? {};
  return {
    kind,
    apiVersion,
    status,
    statusCode: code,
    reason,
    offersToGoOn: metadata?.continue !== undefined,
    details: otherDetails,
    causes: causes?.map((cause) => [cause.reason, cause.field]),
  };
}

const path = (namespace: string): string => `/api/v1/namespaces/${namespace}/configmaps`;

/** Each breaks a server, or asks in a way that only one's own server can be asked, and gives what it answered. */
const scenarios: Record<string, (server: ServerUnderTest) => Promise<readonly RawAnswer[]>> = {
  'a token that nobody issued': async (server) => [
    await server.raw({ path: path('default'), token: 'nobody' }),
    await server.raw({ path: `${path('default')}?watch=true`, token: 'nobody' }),
  ],

  'a user without rights': async (server) => {
    const namespace = await server.createNamespace();
    const { token } = await server.restrictedUser(namespace);
    return [
      await server.raw({ path: path(namespace), token }),
      await server.raw({ path: `${path(namespace)}?watch=true`, token }),
      await server.raw({ path: `${path(namespace)}/a`, token }),
    ];
  },

  'a version from the future': async (server) => {
    const future = 'resourceVersion=999999999';
    return [
      await server.raw({ path: `${path('default')}?${future}` }),
      await server.raw({ path: `${path('default')}?${future}&resourceVersionMatch=NotOlderThan` }),
    ];
  },

  'versions and tokens that have expired': async (server) => {
    const namespace = await server.createNamespace();
    for (const name of ['a', 'b', 'c']) await createConfigMap(server, namespace, name);
    const first = JSON.parse((await server.raw({ path: `${path(namespace)}?limit=1` })).text) as StatusLike;
    const { resourceVersion = '', continue: token = '' } = first.metadata ?? {};
    await createConfigMap(server, namespace, 'd');
    await server.expireHistory();
    const base = path(namespace);
    const initial = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    return [
      await server.raw({ path: `${base}?limit=1&continue=${encodeURIComponent(token)}` }),
      await server.raw({ path: `${base}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact` }),
      await server.raw({ path: `${base}?resourceVersion=${resourceVersion}` }),
      await server.raw({ path: `${base}?resourceVersion=${resourceVersion}&limit=1` }),
      await server.raw({ path: `${base}?watch=true&resourceVersion=${resourceVersion}`, lines: 1 }),
      // Not older than an expired version is every version.
      await server.raw({ path: `${base}?watch=true&resourceVersion=${resourceVersion}&${initial}`, lines: 1 }),
    ];
  },

  'WatchList where it is switched off': async (server) => {
    await server.setWatchList(false);
    try {
      const initial = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
      return [await server.raw({ path: `${path('default')}?watch=true&${initial}`, lines: 1 })];
    } finally {
      await server.setWatchList(true);
    }
  },
};

describe.skipIf(!apiServerAvailable)('a broken simulated server and a broken real one', { timeout: 60_000 }, () => {
  let simulated: ServerUnderTest;
  let real: ServerUnderTest;

  beforeAll(async () => {
    [simulated, real] = await Promise.all([startSimulatedServer(), startRealServer()]);
  }, 120_000);

  afterAll(async () => {
    await simulated[Symbol.asyncDispose]();
    await real[Symbol.asyncDispose]();
  });

  it.each(Object.entries(scenarios))('answer %s alike', async (_name, scenario) => {
    const truth = (await scenario(real)).map(summary);
    const simulation = (await scenario(simulated)).map(summary);
    expect(simulation).toEqual(truth);
  });
});
