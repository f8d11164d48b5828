// What is counted of exec plugins and certificate authorities: plugins that run, by client-node's own KubeConfig.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { connect } from '@informer-gen/runtime';
import { Metrics } from '@informer-gen/runtime/metrics';
import { createAuthority, FakeClock, issueCertificate, SimulatedApiServer } from '@informer-gen/testing';
import { expect, it, onTestFinished } from 'vitest';
import { RequestSender } from '../../../runtime/src/transport/request-sender.js';
import { findServiceAccount } from '../../../runtime/src/transport/auth/service-account.js';
import { createTransport } from '../../../runtime/src/transport/http/transport.js';
import { configMaps } from '../controller/support/websites.js';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'informer-gen-credentials-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A plugin that answers what `says` holds, and with that exit code. */
function newPlugin(folder: string): { readonly command: string; says(text: string, code?: number): void } {
  const command = join(folder, 'plugin.sh');
  const says = (text: string, code = 0): void => {
    writeFileSync(join(folder, 'answer'), text);
    writeFileSync(command, `#!/bin/sh\ncat ${join(folder, 'answer')}\nexit ${code}\n`);
    chmodSync(command, 0o755);
  };
  return { command, says };
}

const credential = (status: object): string =>
  JSON.stringify({ apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status });

function kubeConfigOf(server: string, command: string, skipTLSVerify = true): KubeConfig {
  const kubeConfig = new KubeConfig();
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command, interactiveMode: 'Never' };
  kubeConfig.loadFromOptions({
    clusters: [{ name: 'here', server, skipTLSVerify }],
    users: [{ name: 'me', exec }],
    contexts: [{ name: 'here', cluster: 'here', user: 'me' }],
    currentContext: 'here',
  });
  return kubeConfig;
}

function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? Number.NaN : Number(line.slice(series.length + 1).replace('+Inf', 'Infinity'));
}

const calls = (text: string, code: number, status: string): number =>
  valueOf(text, `rest_client_exec_plugin_call_total{code="${code}",call_status="${status}"}`);

it('counts calls of an exec plugin by how they ended', async () => {
  await using server = await SimulatedApiServer.start();
  const plugin = newPlugin(newFolder());
  const clock = new FakeClock();
  using metrics = new Metrics({ eventLoop: false, process: false });
  await using client = await connect({ kubeConfig: kubeConfigOf(server.url, plugin.command), clock });
  metrics.observe(client);
  const ask = (): Promise<unknown> => client.list(configMaps, { namespace: 'default' }).catch(() => {});
  expect(calls(metrics.text(), 0, 'no_error')).toBe(0);

  await ask(); // The command does not exist yet.
  expect(calls(metrics.text(), 1, 'plugin_not_found_error')).toBe(1);
  plugin.says('not now', 3);
  await ask();
  expect(calls(metrics.text(), 1, 'plugin_execution_error')).toBe(1);
  plugin.says(credential({ token: 'one', expirationTimestamp: '2999-01-01T00:00:00Z' }));
  await ask();
  await ask();
  await clock.advanceAsync(60_000);
  await ask(); // Asked again, but client-node still has the token.
  expect(calls(metrics.text(), 0, 'no_error')).toBe(1);
  expect(valueOf(metrics.text(), 'rest_client_exec_plugin_ttl_seconds')).toBe(Infinity);
});

it('does not blame the plugin for what client-node refuses after it', async () => {
  const plugin = newPlugin(newFolder());
  plugin.says(credential({ token: 'one' }));
  using metrics = new Metrics({ eventLoop: false, process: false });
  await using client = await connect({ kubeConfig: kubeConfigOf('http://127.0.0.1:1', plugin.command, false) });
  metrics.observe(client);
  await expect(client.list(configMaps, { namespace: 'default' })).rejects.toThrow('HTTP protocol is not allowed');
  expect(calls(metrics.text(), 1, 'plugin_execution_error')).toBe(0);
});

it('tells how long the certificate of a plugin is valid yet, and how old one was when it was replaced', async () => {
  await using server = await SimulatedApiServer.start();
  const plugin = newPlugin(newFolder());
  const authority = createAuthority('tests');
  const certified = (validForMs: number): string => {
    const { certificatePem, privateKeyPem } = issueCertificate(authority, {
      commonName: 'me',
      usage: 'client',
      validForMs,
    });
    return credential({ clientCertificateData: certificatePem, clientKeyData: privateKeyPem });
  };
  const clock = new FakeClock();
  using metrics = new Metrics({ eventLoop: false, process: false });
  await using client = await connect({ kubeConfig: kubeConfigOf(server.url, plugin.command), clock });
  const ask = (): Promise<unknown> => client.list(configMaps, { namespace: 'default' });
  plugin.says(certified(600_000));
  await ask();
  // Known also where nobody observed the call.
  metrics.observe(client);
  const ttl = (): number => valueOf(metrics.text(), 'rest_client_exec_plugin_ttl_seconds');
  expect(ttl()).toBeGreaterThan(500);
  expect(ttl()).toBeLessThanOrEqual(601);

  plugin.says(certified(7_200_000));
  await clock.advanceAsync(60_000);
  await ask();
  expect(ttl()).toBeGreaterThan(7000);
  expect(valueOf(metrics.text(), 'rest_client_exec_plugin_certificate_rotation_age_count')).toBe(1);
  // It was made an hour back.
  expect(valueOf(metrics.text(), 'rest_client_exec_plugin_certificate_rotation_age_bucket{le="3600"}')).toBe(0);
  expect(valueOf(metrics.text(), 'rest_client_exec_plugin_certificate_rotation_age_bucket{le="14400"}')).toBe(1);
});

it('counts how often the certificate authority of a pod was read again, and what that gave', async () => {
  const folder = newFolder();
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write('token', 'one');
  write('ca.crt', createAuthority('one').certificatePem);
  const clock = new FakeClock();
  const env = { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: '1' };
  const credentials = findServiceAccount(clock, { folder, env });
  if (credentials === undefined) throw new Error('it is there');
  const transport = createTransport({
    server: credentials.server,
    proxied: false,
    clock,
    kind: 'http1',
    connectionPerWatch: false,
  });
  await using sender = new RequestSender({ transport, credentials, clock, headers: {} });
  using metrics = new Metrics({ eventLoop: false, process: false });
  metrics.observe(sender.observers);
  const reloads = (result: string, reason: string): number =>
    valueOf(metrics.text(), `rest_client_transport_ca_reload_total{result="${result}",reason="${reason}"}`);
  const again = async (): Promise<void> => {
    await clock.advanceAsync(60_000);
    await credentials.get().catch(() => {});
  };
  await credentials.get();
  expect(reloads('success', 'unchanged')).toBe(0);
  await again();
  write('ca.crt', createAuthority('two').certificatePem);
  await again();
  rmSync(join(folder, 'ca.crt'));
  await again();
  expect([reloads('success', 'unchanged'), reloads('success', 'updated'), reloads('failure', 'read_error')]).toEqual([
    1, 1, 1,
  ]);
});
