import { sleep } from '@informer-gen/runtime';
import type { AccessRules } from '../faults/access.js';
import { badRequest, failure, ApiStatusError, methodNotAllowed, unknownResource } from '../objects/api-status.js';
import type { Cluster } from '../cluster/cluster.js';
import { routeDiscovery } from '../discovery/discovery.js';
import { serverPage } from '../discovery/server-pages.js';
import { explainOverflow } from '../objects/too-deep.js';
import { faultStatus } from '../faults/faults.js';
import type { FaultEffect, FaultScript } from '../faults/faults.js';
import { InterceptorError } from '../faults/interceptor-error.js';
import { BodyTooLargeError, NO_PAGE } from '../requests/exchange.js';
import type { Exchange, Reply } from '../requests/exchange.js';
import { LostAnswer } from '../requests/lost-answer.js';
import { requestInfo } from '../requests/request-info.js';
import type { RequestInfo } from '../requests/request-info.js';
import { newRecord } from '../requests/request-log.js';
import type { ArrivedRequest, OpenRecord, RequestUrl } from '../requests/request-log.js';
import { inFormat } from './api-call.js';
import { routeResource } from './resource-router.js';

/** What a {@link RequestHandler} works with. */
export interface RequestHandlerOptions {
  readonly cluster: Cluster;
  readonly faults: FaultScript;
  readonly access: AccessRules;
  /** Aborted when the server stops: ends delays. */
  readonly signal: () => AbortSignal;
  readonly onRecord: (record: OpenRecord) => void;
  /** Called when a function of the test threw: that is an error of the test, and not an answer of the server. */
  readonly onInterceptorError: (error: InterceptorError) => void;
  /** Called when a response has begun or ended. */
  readonly onChange: () => void;
}

/** Takes requests as they come: logs them, applies faults and access rules, and answers. */
export class RequestHandler {
  readonly #options: RequestHandlerOptions;

  constructor(options: RequestHandlerOptions) {
    this.#options = options;
  }

  /** Answers one request; resolves when the answer is written, or a watch has begun. `open` makes its exchange. */
  async handle(arrived: ArrivedRequest, open: (record: OpenRecord) => Exchange): Promise<void> {
    const { cluster } = this.#options;
    const info = requestInfo(arrived.method, arrived.url, cluster.registry);
    const record = newRecord(arrived, info, cluster.clock.now());
    let exchange = open(record);
    exchange.chunkBytes = cluster.settings.chunkBytes;
    if (record.rawBody === undefined && !isRead(arrived.method)) await receiveBody(exchange);
    this.#options.onRecord(record);
    try {
      const { faults } = this.#options;
      const effect = faults.isQuiet ? undefined : await faults.next(record);
      if (effect !== undefined && (await this.#applyFault(exchange, effect))) return;
      if (effect?.effect === 'lose-answer') exchange = new LostAnswer(exchange);
      this.#options.access.check(record, info);
      await this.#route(exchange, info, arrived.url);
    } catch (error) {
      if (error instanceof InterceptorError) {
        this.#options.onInterceptorError(error);
        return exchange.reset(error);
      }
      const { body, ...reply } = errorReply(explainOverflow(error));
      await exchange.reply({ ...reply, ...inFormat(exchange, String(body)) });
    } finally {
      this.#options.onChange();
    }
  }

  /** True when the fault was the answer. */
  async #applyFault(exchange: Exchange, effect: FaultEffect): Promise<boolean> {
    if (effect.delayMs !== undefined)
      await sleep(effect.delayMs, { clock: this.#options.cluster.clock, signal: this.#options.signal() });
    if (effect.effect === 'hang') return true;
    if (effect.effect === 'reset') {
      exchange.reset();
      return true;
    }
    exchange.cutAfterBytes = effect.cutAfterBytes;
    const { status } = effect;
    if (status === undefined && effect.body === undefined) return false;
    const code = status ?? 200;
    const retry = effect.retryAfterSeconds === undefined ? {} : { 'retry-after': String(effect.retryAfterSeconds) };
    const body = effect.body ?? (code < 300 ? '' : JSON.stringify(faultStatus(code, effect)));
    await exchange.reply({ code, body, headers: retry });
    return true;
  }

  async #route(exchange: Exchange, info: RequestInfo, url: RequestUrl): Promise<void> {
    const { cluster } = this.#options;
    checkTimeout(url.searchParams.get('timeout') ?? '', exchange.record.path);
    if (info.served !== undefined) {
      const { access } = this.#options;
      return routeResource({ cluster, exchange, info, resource: info.served, query: url.searchParams, access });
    }
    const reply =
      (info.plural === '' ? routeDiscovery(cluster, exchange.record) : undefined) ??
      serverPage(exchange.record, cluster.registry.all());
    if (reply !== undefined && !isRead(exchange.record.method) && isForReaders(url.pathname, cluster)) {
      throw methodNotAllowed();
    }
    if (reply !== undefined) return exchange.reply(reply);
    // A built-in group knows what it lacks; anything else is just no page.
    if (isInBuiltInGroup(url.pathname, cluster)) throw unknownResource();
    await exchange.reply(NO_PAGE);
  }
}

/** Gives the record its body before anything else happens. A body that cannot be read fails where it is needed. */
async function receiveBody(exchange: Exchange): Promise<void> {
  try {
    exchange.record.rawBody = await exchange.readBody();
  } catch {
    exchange.record.rawBody = undefined;
  }
}

/** Refuses a request that says in no duration how long it may take. */
function checkTimeout(timeout: string, path: string): void {
  if (timeout === '' || /^[+-]?(0|(\d+(\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h))+$/.test(timeout)) return;
  if (!/^\/apis?\//.test(path)) return;
  const why = /^[+-]?\d+(\.\d*)?$/.test(timeout) ? 'missing unit in duration' : 'invalid duration';
  throw badRequest(`invalid timeout specified in the request URL - time: ${why} ${JSON.stringify(timeout)}`);
}

function isRead(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

/** Pages that answer no other methods; most are given to whoever asks, however he does. */
function isForReaders(path: string, cluster: Cluster): boolean {
  return /^\/(api|version|openid|\.well-known)(\/|$)/.test(path) || isInBuiltInGroup(path, cluster);
}

/** Whether a path is below a built-in group, whatever version it names. */
function isInBuiltInGroup(path: string, { registry }: Cluster): boolean {
  const [root, group = '', version] = path.split('/').filter((part) => part !== '');
  if (root === 'api') return group !== '';
  return root === 'apis' && version !== undefined && registry.all().some((one) => one.builtIn && one.group === group);
}

function errorReply(error: unknown): Reply {
  if (error instanceof ApiStatusError) {
    const { status } = error;
    const seconds = status.details?.retryAfterSeconds;
    const headers = seconds === undefined ? {} : { 'retry-after': String(seconds) };
    return { code: status.code, body: JSON.stringify(status), headers };
  }
  const code = error instanceof BodyTooLargeError ? 413 : 500;
  const message = error instanceof Error ? error.message : String(error);
  return { code, body: JSON.stringify(failure(code, { message })) };
}
