import { setTimeout as delay } from 'node:timers/promises';
import type { ApiServer } from '../../../../testkit/real/api-server.js';
import type { AccessFault, Fault, NetworkFault, ServerFault } from '../plan/fault.js';
import type { ChaosProxy } from '../proxy/chaos-proxy.js';
import type { LinkConditions } from '../proxy/link.js';
import type { FaultTargets } from './fault-targets.js';
import { createWidgetCrd, deleteWidgetCrd } from './widget-crd.js';

const LONG_MS = 86_400_000;

/** Does a fault, from its beginning to its end; resolves when all is well again. */
export async function applyFault(world: FaultTargets, fault: Fault): Promise<void> {
  switch (fault.type) {
    case 'stop-api-server':
    case 'suspend-api-server':
    case 'kill-etcd':
    case 'suspend-etcd':
    case 'expire-history':
    case 'recreate-crd':
    case 'rotate-serving-certificate':
      return await applyServerFault(world, fault);
    case 'revoke-rights':
    case 'revoke-token':
    case 'expire-client-certificate':
      return await applyAccessFault(world, fault);
    case 'suspend-reader':
      world.reader.suspend();
      await delay(fault.forMs);
      return world.reader.resume();
    default:
      return await applyNetworkFault(world, fault);
  }
}

async function applyNetworkFault({ network }: FaultTargets, fault: NetworkFault): Promise<void> {
  const onBoth = (act: (proxy: ChaosProxy) => void): void => network.both.forEach(act);
  switch (fault.type) {
    case 'cut':
      return network.cut();
    case 'goaway':
      return onBoth((proxy) => void proxy.goaway());
    case 'truncate':
      return onBoth((proxy) => proxy.truncate());
    case 'refuse':
      await network.refuse();
      await delay(fault.forMs);
      return await network.accept();
    case 'hang':
      onBoth((proxy) => proxy.hang());
      network.cut();
      break;
    case 'answer':
      onBoth((proxy) => proxy.answer(fault));
      break;
    case 'half-open':
      onBoth((proxy) => proxy.set(heldIn(fault.direction), { alsoNew: false }));
      await delay(fault.forMs);
      return fault.endsWith === 'cut' ? network.cut() : undefined;
    case 'slow':
      onBoth((proxy) => proxy.set({ toClient: fault }));
      break;
    case 'delay':
      onBoth((proxy) => proxy.set({ toClient: fault, toServer: fault }));
      break;
    case 'corrupt':
      onBoth((proxy) => proxy.set({ toClient: { corruptEveryBytes: fault.everyBytes } }));
      break;
    default:
      return fault satisfies never;
  }
  await delay(fault.forMs);
  network.heal();
}

function heldIn(direction: 'to-client' | 'to-server' | 'both'): LinkConditions {
  const held = { held: true };
  return {
    ...(direction !== 'to-server' && { toClient: held }),
    ...(direction !== 'to-client' && { toServer: held }),
  };
}

async function applyServerFault(world: FaultTargets, fault: ServerFault): Promise<void> {
  const { servers, network } = world;
  const [server] = servers;
  switch (fault.type) {
    case 'stop-api-server':
      return await stopApiServer(world, fault);
    case 'suspend-api-server': {
      const suspended = servers[fault.server] ?? server;
      suspended.suspendApiServer();
      await delay(fault.forMs);
      return suspended.resumeApiServer();
    }
    case 'kill-etcd':
      await server.kill9Etcd();
      await delay(fault.forMs);
      return await server.restartEtcd();
    case 'suspend-etcd':
      server.suspendEtcd();
      await delay(fault.forMs);
      return server.resumeEtcd();
    case 'expire-history':
      await network.refuse();
      await delay(fault.forMs);
      await server.compact();
      // Watch caches begin empty after a restart, and remember no version from before the compaction.
      for (const each of servers) await each.restartApiServer();
      return await network.accept();
    case 'recreate-crd':
      world.writer.noteCrdDeletion();
      await deleteWidgetCrd(servers);
      await delay(fault.forMs);
      return await createWidgetCrd(servers);
    case 'rotate-serving-certificate':
      await server.rotateServingCertificate();
      network.rotateCertificate();
      return network.cut();
    default:
      return fault satisfies never;
  }
}

async function stopApiServer(
  { servers, network }: FaultTargets,
  { server: index, signal, forMs }: ServerFault & { type: 'stop-api-server' },
): Promise<void> {
  const server: ApiServer = servers[index] ?? servers[0];
  if (signal === 'SIGKILL') await server.kill9ApiServer();
  else await server.stopApiServer();
  // Without any server behind them, proxies refuse as the server's own port does.
  const allDown = servers.every(({ pid }) => pid === undefined);
  if (allDown) await network.refuse();
  await delay(forMs);
  await server.restartApiServer();
  if (allDown) await network.accept();
}

async function applyAccessFault({ access, network }: FaultTargets, fault: AccessFault): Promise<void> {
  switch (fault.type) {
    case 'revoke-rights':
      await access.revokeRights();
      network.cut();
      await delay(fault.forMs);
      return await access.grantRights();
    case 'revoke-token':
      await access.spoilToken();
      network.cut();
      await delay(fault.forMs);
      return await access.renewToken();
    case 'expire-client-certificate':
      await access.certificateExpired();
      network.cut();
      await delay(fault.forMs);
      return await access.renewCertificate(LONG_MS);
    default:
      return fault satisfies never;
  }
}
