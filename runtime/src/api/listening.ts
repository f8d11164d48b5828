import type { Server } from 'node:http';
import { InformerError } from './informer-error.js';

/** Where a server listens, and what for. */
export interface ListeningOptions {
  /** A program in JavaScript may give it as the text of the environment. */
  readonly port: number | string;
  /** Default: all addresses of the machine. */
  readonly host?: string | undefined;
  /** What it is for, and what does not work without it: both for messages. */
  readonly purpose: string;
  readonly otherwise: string;
}

/** Resolves once the server listens. What goes wrong later, such as too many open files, costs a connection and not the process. */
export async function listening(server: Server, { port, host, purpose, otherwise }: ListeningOptions): Promise<void> {
  // Node takes another text for the path of a socket.
  if (!/^\d+$/.test(String(port)) || Number(port) > 65_535)
    throw new InformerError('Configuration', `${otherwise}: port ${JSON.stringify(port)} is not a port: 0 to 65535`);
  const where = `${host === undefined ? '' : `${host}, `}port ${port}`;
  await new Promise<void>((resolve, reject) => {
    server.on('error', (error: NodeJS.ErrnoException) => {
      const problem = error.code === 'EADDRINUSE' ? `${where} for ${purpose} is taken` : `${where}: ${error.message}`;
      reject(new InformerError('Configuration', `${otherwise}: ${problem}`, { cause: error }));
    });
    server.listen(Number(port), host, resolve);
  });
}
