import { toJson } from '../api/deep-json.js';
import { ownValue } from '../api/own-value.js';
import { InformerError } from '../api/informer-error.js';
import { decoded } from '../api/identity.js';
import type { Clock, Timer } from '../async/clock.js';

/**
 * How writes to cached objects are found. `freeze`: the write throws where it happens (in strict code). `proxy`: the
 * write is refused and reported with the writer's stack, in sloppy code too. `compare`: objects are left as they are
 * and compared with a copy every second, which finds the object but not the writer.
 */
export type MutationDetection = 'off' | 'freeze' | 'proxy' | 'compare';

/**
 * A cached object was written to. `stack` is the writer's in `proxy` mode.
 *
 * @example
 * if (error instanceof CacheMutationError) console.log(error.key, error.path);
 */
export class CacheMutationError extends InformerError {
  override readonly name = 'CacheMutationError';
  readonly key: string;
  /** Where in the object: `spec.replicas`; `''` where it is not known. */
  readonly path: string;

  constructor(key: string, path: string) {
    super(
      'CacheMutation',
      `cached object ${key} was changed${path === '' ? '' : ` at ${path}`}: objects in the cache are shared; change a mutableCopy`,
    );
    this.key = key;
    this.path = path;
  }
}

/** Options of {@link CacheMutationDetector}. */
export interface MutationDetectorOptions<T> {
  /** How writes are found. */
  readonly mode: MutationDetection;
  /** Names an object in reports. */
  readonly keyOf: (object: T) => string;
  /** Told of each write that was found. */
  readonly onMutation: (error: CacheMutationError) => void;
  /** Tells the time. Default: the machine's clock. */
  readonly clock: Clock;
  /** `compare`: how often. Default 1000. */
  readonly periodMs?: number | undefined;
  /** `compare`: how long an object is compared after it was cached. Default 120 000. */
  readonly retainMs?: number | undefined;
}

interface Retained<T> {
  readonly object: T;
  readonly copy: string;
  readonly until: number;
}

/**
 * Guards objects on their way into the cache.
 *
 * @example
 * const detector = new CacheMutationDetector<Pod>({ mode: 'freeze', keyOf: objectKey, onMutation: console.error, clock });
 * const guarded = detector.guard(mutableCopy(pod));
 * Object.isFrozen(guarded); // → true
 * detector.stop();
 */
export class CacheMutationDetector<T> {
  readonly #options: MutationDetectorOptions<T>;
  #retained: Retained<T>[] = [];
  #timer: Timer | undefined;

  constructor(options: MutationDetectorOptions<T>) {
    this.#options = options;
  }

  /** Nothing is guarded: objects are cached as they are. */
  get isOff(): boolean {
    return this.#options.mode === 'off';
  }

  /** The object to cache instead of this one: itself, frozen, or behind a proxy. */
  guard(object: T): T {
    switch (this.#options.mode) {
      case 'off':
        return object;
      case 'freeze':
        return deepFreeze(decoded(object));
      case 'proxy':
        return this.#proxy(object);
      case 'compare':
        this.#retain(object);
        return object;
    }
  }

  /** `compare`: looks at everything now. */
  compareObjects(): void {
    const now = this.#options.clock.now();
    const kept: Retained<T>[] = [];
    for (const retained of this.#retained) {
      if (toJson(retained.object) !== retained.copy) this.#report(retained);
      else if (retained.until > now) kept.push(retained);
    }
    this.#retained = kept;
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #retain(object: T): void {
    const { clock, retainMs = 120_000 } = this.#options;
    this.#retained.push({ object, copy: toJson(object), until: clock.now() + retainMs });
    this.#schedule();
  }

  #schedule(): void {
    const { clock, periodMs = 1000 } = this.#options;
    this.#timer ??= clock.after(periodMs, () => {
      this.#timer = undefined;
      this.compareObjects();
      if (this.#retained.length > 0) this.#schedule();
    });
  }

  #report({ object, copy }: Retained<T>): void {
    const path = firstDifference(JSON.parse(copy), JSON.parse(toJson(object)));
    this.#options.onMutation(new CacheMutationError(this.#options.keyOf(object), (path ?? []).join('.')));
  }

  #proxy(object: T): T {
    const key = this.#options.keyOf(object);
    return guardProxy(object as T & object, '', (path) => this.#options.onMutation(new CacheMutationError(key, path)));
  }
}

/** What {@link deepFreeze} has been through. That something is frozen does not say so of what it holds. */
const deeplyFrozen = new WeakSet();

function deepFreeze<V>(value: V): V {
  const open: unknown[] = [value];
  // Without a call for each level: whoever wrote the object said how deep it is.
  while (open.length > 0) {
    const each = open.pop();
    if (typeof each !== 'object' || each === null || deeplyFrozen.has(each)) continue;
    deeplyFrozen.add(each);
    for (const child of Object.values(each)) open.push(child);
    Object.freeze(each);
  }
  return value;
}

/** A view that refuses and reports writes at any depth. Children get one view each, so `a.b === a.b`. */
function guardProxy<V extends object>(value: V, path: string, report: (path: string) => void): V {
  const children = new Map<string | symbol, { target: unknown; view: unknown }>();
  const refuse = (_target: object, property: string | symbol): boolean => {
    report(join(path, property));
    return false;
  };
  // A proxy may not show views instead of the fields of a frozen object: of a copy it may.
  const target = Object.isFrozen(value) ? shallowCopy(value) : value;
  return new Proxy<V>(target, {
    get(of, property, receiver) {
      const child: unknown = Reflect.get(of, property, receiver);
      if (typeof child !== 'object' || child === null) return child;
      const known = children.get(property);
      if (known?.target === child) return known.view;
      const view = guardProxy(child, join(path, property), report);
      children.set(property, { target: child, view });
      return view;
    },
    set: refuse,
    defineProperty: refuse,
    deleteProperty: refuse,
    setPrototypeOf: (of) => refuse(of, '__proto__'),
  });
}

function shallowCopy<V extends object>(value: V): V {
  return (Array.isArray(value) ? value.slice() : { ...value }) as V;
}

function join(path: string, property: string | symbol): string {
  return path === '' ? String(property) : `${path}.${String(property)}`;
}

/** Two values at one path, which is linked to that of the values around them. */
interface ComparedPair {
  readonly before: unknown;
  readonly after: unknown;
  readonly name: string;
  readonly parent: ComparedPair | undefined;
}

/** The path of the first difference between two JSON values. Without a call for each level, as {@link deepFreeze}. */
function firstDifference(wholeBefore: unknown, wholeAfter: unknown): readonly string[] | undefined {
  const open: ComparedPair[] = [{ before: wholeBefore, after: wholeAfter, name: '', parent: undefined }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { before, after } = next;
    if (Object.is(before, after)) continue;
    if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null)
      return pathOf(next);
    const parent = next;
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    for (const name of [...names].reverse())
      open.push({ before: ownValue(before, name), after: ownValue(after, name), name, parent });
  }
  return undefined;
}

function pathOf(pair: ComparedPair): readonly string[] {
  const path: string[] = [];
  for (let at = pair; at.parent !== undefined; at = at.parent) path.push(at.name);
  return path.reverse();
}

/** What the environment asks for: `INFORMER_MUTATION_DETECTOR=freeze|proxy|compare`, or client-go's own variable. */
export function mutationDetectionFromEnv(env: Readonly<Record<string, string | undefined>>): MutationDetection {
  const asked = env['INFORMER_MUTATION_DETECTOR'];
  if (asked === 'freeze' || asked === 'proxy' || asked === 'compare') return asked;
  return env['KUBE_CACHE_MUTATION_DETECTOR'] === 'true' ? 'compare' : 'off';
}
