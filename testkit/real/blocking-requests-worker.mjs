// The other thread of blocking-requests.ts: sends one request at a time, hands over the answer, and wakes who waits for it.
// Plain JavaScript, because it runs beside any Node without a loader.
import { Agent, request } from 'node:https';
import { workerData } from 'node:worker_threads';

const { url, ca, token, port, flag } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 1, ca });
const state = new Int32Array(flag);

function send({ method, path, body, contentType }) {
  return new Promise((resolve) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    if (text !== undefined) headers['content-type'] = contentType;
    if (text !== undefined) headers['content-length'] = Buffer.byteLength(text);
    const sent = request(`${url}${path}`, { method, headers, agent }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.once('error', (error) => resolve({ error: error.message }));
      response.once('end', () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    sent.once('error', (error) => resolve({ error: error.message }));
    sent.end(text);
  });
}

port.on('message', async (message) => {
  port.postMessage(await send(message));
  Atomics.store(state, 0, 1);
  Atomics.notify(state, 0);
});
