import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiServerAccess } from '@informer-gen/testing';
import { expect, it } from 'vitest';

it.each(['@127.0.0.1:OTHER/', ':OTHER/', '.example/', ''])(
  'the token of the admin is sent to the server only: %j is not a path of it',
  async (path) => {
    let requests = 0;
    const other = createServer((_request, response) => {
      requests += 1;
      response.end('{}');
    });
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port } = other.address() as AddressInfo;
    const access = new ApiServerAccess({
      url: 'http://127.0.0.1',
      version: 'v1.36.3',
      caPem: '',
      caKeyPem: '',
      adminToken: 'sesame',
      tokenIssuerUrl: '',
      tokenKeyPem: '',
      kubeconfigPath: '',
      auditLogFile: undefined,
    });
    await expect(access.request(path.replace('OTHER', String(port)))).rejects.toThrow('must begin with "/"');
    expect(requests).toBe(0);
    other.close();
  },
);
