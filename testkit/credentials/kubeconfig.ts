/** What a kubeconfig is made of. */
export interface KubeconfigOptions {
  readonly url: string;
  /** PEM. Undefined for plain HTTP. */
  readonly ca?: string | undefined;
  readonly token?: string | undefined;
  /** Default `default`. */
  readonly namespace?: string | undefined;
}

/** A kubeconfig as text. JSON is YAML, so that no YAML writer is needed. */
export function kubeconfigYaml({ url, ca, token, namespace }: KubeconfigOptions): string {
  const trust =
    ca === undefined
      ? // client-node refuses plain HTTP without it.
        { 'insecure-skip-tls-verify': true }
      : { 'certificate-authority-data': Buffer.from(ca).toString('base64') };
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'simulated', cluster: { server: url, ...trust } }],
    users: [{ name: 'simulated', user: token === undefined ? {} : { token } }],
    contexts: [
      { name: 'simulated', context: { cluster: 'simulated', user: 'simulated', namespace: namespace ?? 'default' } },
    ],
    'current-context': 'simulated',
  };
  return `${JSON.stringify(config, undefined, 2)}\n`;
}
