import { join } from 'node:path';

/** How a server is to run. What a test does not say is as in a real cluster, less what only costs time. */
export interface ApiServerSettings {
  /** Such as `{ WatchList: false }`. Default: those of the release. */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /** API versions to switch on or off, such as `{ 'api/alpha': true }`. Default: those of the release. */
  readonly runtimeConfig?: Readonly<Record<string, boolean>>;
  /** Default RBAC: the admin may do everything, others only what they are granted. */
  readonly authorizationMode?: 'RBAC' | 'AlwaysAllow';
  /** Log who asked what, for `auditLog()`. Default true. */
  readonly audit?: boolean;
  /**
   * Serve lists and watches from the server's memory, as every cluster does. Without it they go to etcd, which feels a
   * compaction at once. Default true.
   */
  readonly watchCache?: boolean;
  /** More flags of kube-apiserver, names without the dashes; these win over the harness's own. Default: none. */
  readonly flags?: Readonly<Record<string, string>>;
}

/** Where the files are that the flags point to. */
export interface ServerFiles {
  readonly servingCertificate: string;
  readonly servingKey: string;
  readonly clientAuthority: string;
  readonly serviceAccountKey: string;
  readonly tokens: string;
  readonly authentication: string;
  readonly auditPolicy: string;
  readonly auditLog: string;
}

/** Where the files are in a server's folder. */
export function serverFiles(folder: string): ServerFiles {
  return {
    servingCertificate: join(folder, 'serving.crt'),
    servingKey: join(folder, 'serving.key'),
    clientAuthority: join(folder, 'ca.crt'),
    serviceAccountKey: join(folder, 'service-account.key'),
    tokens: join(folder, 'tokens.csv'),
    authentication: join(folder, 'authentication.json'),
    auditPolicy: join(folder, 'audit-policy.json'),
    auditLog: join(folder, 'audit.log'),
  };
}

/** The command line of kube-apiserver. */
export function kubeApiServerArgs(
  settings: ApiServerSettings,
  location: { readonly port: number; readonly etcdUrl: string; readonly files: ServerFiles },
): string[] {
  const { files } = location;
  const flags: Record<string, string> = {
    'etcd-servers': location.etcdUrl,
    'bind-address': '127.0.0.1',
    // Said, because otherwise the server looks for another network interface and fails where there is none.
    'advertise-address': '127.0.0.1',
    'secure-port': String(location.port),
    'tls-cert-file': files.servingCertificate,
    'tls-private-key-file': files.servingKey,
    'client-ca-file': files.clientAuthority,
    'token-auth-file': files.tokens,
    'authentication-config': files.authentication,
    'authorization-mode': settings.authorizationMode ?? 'RBAC',
    'service-account-key-file': files.serviceAccountKey,
    'service-account-signing-key-file': files.serviceAccountKey,
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-cluster-ip-range': '10.0.0.0/24',
    // Pods can be created without a controller that makes service accounts for them.
    'disable-admission-plugins': 'ServiceAccount',
    // As in every cluster; policies are what forbids such pods.
    'allow-privileged': 'true',
    // There is no node or pod to reach the server through a Service, and loopback addresses are refused there.
    'endpoint-reconciler-type': 'none',
    // History goes when a test says so, never by itself in the middle of one.
    'etcd-compaction-interval': '0',
    'watch-cache': String(settings.watchCache ?? true),
    ...(settings.audit === false ? {} : { 'audit-policy-file': files.auditPolicy, 'audit-log-path': files.auditLog }),
    ...listFlag('feature-gates', settings.featureGates),
    ...listFlag('runtime-config', settings.runtimeConfig),
    ...settings.flags,
  };
  return Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
}

function listFlag(flag: string, values: Readonly<Record<string, boolean>> | undefined): Record<string, string> {
  const pairs = Object.entries(values ?? {}).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? {} : { [flag]: pairs.join(',') };
}
