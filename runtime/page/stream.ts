/** Reads server-sent events with `fetch`, which can send the token, where `EventSource` cannot. */

export interface StreamCallbacks {
  readonly onEvent: (name: string, data: unknown) => void;
  readonly onOpen: () => void;
  /** It will be tried again, unless the token is missing or wrong. */
  readonly onEnd: (reason: { readonly status: number; readonly text: string }) => void;
}

const TOKEN = 'inspector-token';

/** Takes the token out of the address, where it may have been given behind the `#`: nothing keeps it but this tab. */
export function takeToken(): void {
  const given = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (given === undefined) return;
  rememberToken(decodeURIComponent(given));
  history.replaceState(null, '', location.pathname);
}

export function rememberToken(token: string): void {
  sessionStorage.setItem(TOKEN, token);
}

function headers(): { [name: string]: string } {
  const token = sessionStorage.getItem(TOKEN);
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

/** Asks for JSON. Rejects with the words of the answer. */
export async function ask<T>(path: string, query: { readonly [name: string]: string } = {}): Promise<T> {
  const filled = Object.entries(query).filter(([, value]) => value !== '');
  const text = new URLSearchParams(filled).toString();
  const response = await fetch(`api/${path}${text === '' ? '' : `?${text}`}`, { headers: headers() });
  const body = (await response.json()) as T & { readonly error?: string };
  if (!response.ok) throw new Error(body.error ?? `status ${response.status}`);
  return body;
}

/** Listens until the page goes, and connects again when the stream ends. */
export async function listen(callbacks: StreamCallbacks): Promise<void> {
  try {
    const response = await fetch('api/stream', { headers: headers() });
    if (!response.ok || response.body === null) {
      const { error = '' } = (await response.json().catch(() => ({}))) as { error?: string };
      callbacks.onEnd({ status: response.status, text: error });
      return;
    }
    callbacks.onOpen();
    await read(response.body, callbacks.onEvent);
    callbacks.onEnd({ status: 0, text: 'the program has ended the connection' });
  } catch {
    callbacks.onEnd({ status: 0, text: 'the program does not answer' });
  }
}

async function read(body: ReadableStream<Uint8Array>, onEvent: StreamCallbacks['onEvent']): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const messages = (rest + decoder.decode(value, { stream: true })).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const name = /^event: (.*)$/m.exec(message)?.[1];
      const data = /^data: (.*)$/m.exec(message)?.[1];
      if (name !== undefined && data !== undefined) onEvent(name, JSON.parse(data));
    }
  }
}
