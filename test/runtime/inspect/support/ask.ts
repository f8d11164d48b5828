import { request } from 'node:http';

/** An answer, read whole. */
export interface Reply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  readonly text: string;
}

/** How to ask. */
export interface AskOptions {
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
}

/** Asks with exactly this path and these headers: nothing is made tidy on the way, as `fetch` does. */
export function ask(port: number, path: string, { method = 'GET', headers = {} }: AskOptions = {}): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

export async function askJson<T>(port: number, path: string, options: AskOptions = {}): Promise<T> {
  const { status, text } = await ask(port, path, options);
  if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
  return JSON.parse(text) as T;
}
