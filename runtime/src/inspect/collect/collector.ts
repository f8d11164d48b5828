import type { Clock } from '../../async/clock.js';
import type { ManagerState } from '../../controller/manager/manager-state.js';
import type { KubernetesObject } from '../../api/object.js';
import { resourceName } from '../../api/resource.js';
import type { SharedIndexInformer } from '../../informer/shared-informer.js';
import type { ObservedInformer } from '../../observe/subjects.js';
import type { CachePage, EventView, Inspection, KeyView, ManagerView, InspectedProblem } from '../model/inspection.js';
import { Recorder } from '../record/recorder.js';
import { CacheBytes } from './cache-bytes.js';
import type { CacheQuery } from './cache-query.js';
import { cachedObject, cachePage } from './cache-query.js';
import { controllerProblems, managerProblems } from './controller-problems.js';
import { controllerView, oneKey } from './controller-view.js';
import { informerProblems } from './informer-problems.js';
import type { InspectedInformer } from './informer-view.js';
import { informerView } from './informer-view.js';
import { isMaskedResource } from './mask.js';
import { ProcessWatch } from './process-watch.js';
import type { InspectedFactory, InspectedManager } from './subject.js';

/** What is inspected: a factory, a manager, or both. */
export interface InspectorSubject {
  readonly factory?: InspectedFactory | undefined;
  readonly manager?: InspectedManager | undefined;
}

/** What a {@link Collector} can be told. */
export interface CollectorOptions {
  readonly clock: Clock;
  /** Resources beyond Secrets whose values are not shown: `keys.example.com`. */
  readonly masked: readonly string[];
}

/** Of problems and informers no more are shown: no page is read that is longer. */
const MAX_PROBLEMS = 50;
const MAX_INFORMERS = 300;
/** So often informers see to it that the server gives a sign of life. */
const PROVE_WITHIN_MS = 60_000;

/** Puts together what there is to see. It observes from its making until it is disposed of, and looks only when asked: from then on more is kept, until nobody has asked for a while. */
export class Collector implements Disposable {
  readonly #parts: InspectorSubject;
  readonly #clock: Clock;
  readonly #masked: ReadonlySet<string>;
  readonly #watchingSince: number;
  readonly #recorder: Recorder;
  readonly #bytes = new CacheBytes();
  readonly #process = new ProcessWatch();
  readonly #observing: readonly Disposable[];
  /** In the order in which they were first seen. */
  readonly #informers = new Map<SharedIndexInformer<KubernetesObject>, InspectedInformer>();
  readonly #ids = new WeakMap<ObservedInformer, string>();

  constructor(parts: InspectorSubject, { clock, masked }: CollectorOptions) {
    this.#parts = parts;
    this.#clock = clock;
    this.#masked = new Set(masked);
    this.#watchingSince = clock.now();
    this.#recorder = new Recorder(clock, (subject) => this.#idOf(subject));
    const { observer } = this.#recorder;
    this.#observing = [parts.factory, parts.manager].flatMap((part) => part?.observe(observer) ?? []);
  }

  [Symbol.dispose](): void {
    for (const each of this.#observing) each[Symbol.dispose]();
    this.#recorder[Symbol.dispose]();
  }

  inspection(): Inspection {
    this.#recorder.events.look();
    const now = this.#clock.now();
    const manager = this.#parts.manager?.inspect();
    const controllers = (manager?.controllers ?? []).map((each) =>
      controllerView(each, this.#recorder.controller(each.name), now),
    );
    const names = new Map(controllers.map(({ name }) => [`controller ${name}`, name]));
    const look = { now, bytes: this.#bytes, feeds: (handler: string) => names.get(handler) };
    const informers = this.#look()
      .slice(0, MAX_INFORMERS)
      .map((each) => informerView(each, look));
    const shownManager = manager && this.#managerView(manager, now);
    const problems = [
      ...(shownManager === undefined ? [] : managerProblems(shownManager, now)),
      ...informers.flatMap((each) => informerProblems(each, now)),
      ...controllers.flatMap((each) => controllerProblems(each, now)),
    ];
    return {
      at: now,
      watchingSince: this.#watchingSince,
      process: this.#process.view(),
      problems: worstFirst(problems).slice(0, MAX_PROBLEMS),
      informers,
      controllers,
      ...(shownManager !== undefined && { manager: shownManager }),
    };
  }

  /** The last events, the oldest first. */
  events({
    informer,
    limit,
  }: {
    readonly informer?: string | undefined;
    readonly limit: number;
  }): readonly EventView[] {
    this.#recorder.events.look();
    const all = this.#recorder.events.since(0);
    return all.filter((each) => informer === undefined || each.informer === informer).slice(-limit || all.length);
  }

  /** Events after a sequence, and the sequence to ask for next. */
  eventsSince(sequence: number): { readonly events: readonly EventView[]; readonly sequence: number } {
    const { events } = this.#recorder;
    return { events: events.sequence === sequence ? [] : events.since(sequence), sequence: events.sequence };
  }

  async objects(id: string, query: CacheQuery): Promise<CachePage | undefined> {
    const found = this.#find(id);
    return (
      found && (await cachePage({ informer: id, indexer: found.informer.getIndexer(), masked: found.masked }, query))
    );
  }

  object(id: string, key: string): unknown {
    const found = this.#find(id);
    return found && cachedObject({ informer: id, indexer: found.informer.getIndexer(), masked: found.masked }, key);
  }

  key(controllerName: string, key: string): KeyView | undefined {
    const controller = this.#parts.manager?.inspect().controllers.find(({ name }) => name === controllerName);
    return controller && oneKey(controller, this.#recorder.controller(controllerName), key);
  }

  #find(id: string): InspectedInformer | undefined {
    return this.#look().find((each) => each.id === id);
  }

  #managerView({ name, phase, election }: ManagerState, now: number): ManagerView {
    if (election === undefined) return { name, phase };
    const { fenceLeftMs, ...rest } = election;
    const fence = fenceLeftMs === undefined ? {} : { fenceLeftMs: Math.max(0, Math.round(fenceLeftMs)) };
    return { name, phase, leadership: { ...rest, ...fence, fenced: this.#recorder.fenced.flow(now) } };
  }

  /** Every informer there is now, each under the id that it was first given. */
  #look(): readonly InspectedInformer[] {
    const { factory, manager } = this.#parts;
    const all = new Set([...(manager?.inspect().informers ?? []), ...(factory?.informers() ?? [])]);
    for (const known of this.#informers.keys()) if (!all.has(known)) this.#informers.delete(known);
    for (const informer of all)
      if (!this.#informers.has(informer)) this.#informers.set(informer, this.#newInformer(informer));
    return [...this.#informers.values()];
  }

  #newInformer(informer: SharedIndexInformer<KubernetesObject>): InspectedInformer {
    const subject = subjectOf(informer);
    // Without that, a watch on which nothing happens cannot be told from one that is dead.
    informer.proveWithin(PROVE_WITHIN_MS);
    const name = resourceName({ group: subject.group, plural: subject.resource });
    const taken = new Set([...this.#informers.values()].map(({ id }) => id));
    let id = name;
    for (let at = 2; taken.has(id); at += 1) id = `${name}-${at}`;
    this.#ids.set(subject, id);
    const masked = isMaskedResource({ group: subject.group, plural: subject.resource }, this.#masked);
    return { id, informer, subject, record: this.#recorder.informer(subject), masked };
  }

  #idOf(subject: ObservedInformer): string {
    const known = this.#ids.get(subject);
    if (known !== undefined) return known;
    this.#look();
    return this.#ids.get(subject) ?? subject.name;
  }
}

/** What an informer is observed as. */
function subjectOf(informer: SharedIndexInformer<KubernetesObject>): ObservedInformer {
  let subject: ObservedInformer | undefined;
  const looking = informer.observe({
    attached: (each) => {
      if (each.type === 'informer') subject ??= each;
    },
  });
  looking[Symbol.dispose]();
  if (subject === undefined) throw new TypeError('an informer tells observers of itself at once');
  return subject;
}

const order = { error: 0, warning: 1, note: 2 } as const;

function worstFirst(problems: readonly InspectedProblem[]): InspectedProblem[] {
  return [...problems].sort((a, b) => order[a.severity] - order[b.severity]);
}
