/** Host and port as Node takes them: IPv6 addresses without the brackets that URLs put around them. */
export function addressOf(server: URL): { readonly host: string; readonly port: number } {
  const port = server.port === '' ? (server.protocol === 'https:' ? 443 : 80) : Number(server.port);
  return { host: server.hostname.replace(/^\[(.*)\]$/, '$1'), port };
}
