import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** One line of the API server's audit log, reduced to what tests ask about. */
export interface AuditEntry {
  readonly auditID: string;
  /** A watch passes all three; others skip ResponseStarted. */
  readonly stage: 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic';
  readonly verb: string;
  /** Path and query as sent, so that `resourceVersion`, `limit` and the like can be seen. */
  readonly requestURI: string;
  readonly userAgent?: string;
  readonly user: { readonly username?: string; readonly groups?: readonly string[] };
  readonly impersonatedUser?: { readonly username?: string; readonly groups?: readonly string[] };
  readonly objectRef?: {
    readonly resource?: string;
    readonly namespace?: string;
    readonly name?: string;
    readonly apiGroup?: string;
    readonly apiVersion?: string;
    readonly subresource?: string;
  };
  readonly responseStatus?: { readonly code?: number; readonly reason?: string; readonly message?: string };
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
}

/** The user that the harness itself asks as, whether the server is ready. */
export const PROBE_USER = 'informer-gen:probe';

/** Who and what of every request, in every stage, without bodies; those of the server and the harness are left out. */
export const auditPolicy: string = JSON.stringify({
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  rules: [{ level: 'None', users: ['system:apiserver', PROBE_USER] }, { level: 'Metadata' }],
});

/** Reads the log as far as it is written; a last line still being written is left for the next time. */
export async function readAuditLog(file: string): Promise<readonly AuditEntry[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const complete = text.slice(0, text.lastIndexOf('\n') + 1);
  return complete
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as AuditEntry);
}

/**
 * Waits for the first entry that `matches`: the server writes an entry about when its answer goes out, so a client that
 * has the answer may be a moment too early.
 */
export async function waitForAuditEntry(
  file: string,
  matches: (entry: AuditEntry) => boolean,
  timeoutMs: number,
): Promise<AuditEntry> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const found = (await readAuditLog(file)).find(matches);
    if (found !== undefined) return found;
    if (Date.now() >= deadline) throw new Error(`no such entry in the audit log after ${timeoutMs} ms: ${file}`);
    await delay(25);
  }
}
