import { describe, expect, it } from 'vitest';
import type { Observed, Observer } from '@informer-gen/runtime/observe';
import { Observers } from '@informer-gen/runtime/observe';

const client: Observed = { type: 'client', host: 'a:443' };

function newObservers(): { observers: Observers; errors: string[] } {
  const errors: string[] = [];
  return {
    errors,
    observers: new Observers({
      name: 'test',
      onError: (error, { stage }) => errors.push(`${stage}: ${error.message}`),
    }),
  };
}

describe('Observers', () => {
  it('has nothing to call while nobody observes, before and after', () => {
    const { observers } = newObservers();
    expect(observers.on).toBeUndefined();
    observers.observe({ writeFenced() {} })[Symbol.dispose]();
    expect(observers.on).toBeUndefined();
  });

  it('has exactly the methods that some observer has, so that nothing is worked out for nobody', () => {
    const { observers } = newObservers();
    observers.observe({ writeFenced() {} });
    observers.observe({ writeSaved() {} });
    expect(Object.keys(observers.on ?? {}).sort()).toEqual(['writeFenced', 'writeSaved']);
  });

  it('tells all of them, also when one throws or rejects, and reports that', async () => {
    const { observers, errors } = newObservers();
    const told: string[] = [];
    observers.observe({
      writeFenced: () => {
        throw new Error('broken');
      },
    });
    const rejects = (): unknown => Promise.reject(new Error('later'));
    observers.observe({ writeFenced: () => rejects() as void });
    observers.observe({ writeFenced: () => void told.push('told') });
    observers.on?.writeFenced?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual(['told']);
    expect(errors).toEqual(['observer: broken', 'observer: later']);
  });

  it('calls methods of classes with their own this', () => {
    class Counter implements Observer {
      count = 0;
      writeFenced(): void {
        this.count += 1;
      }
    }
    const { observers } = newObservers();
    const counter = new Counter();
    observers.observe(counter);
    observers.on?.writeFenced?.();
    expect(counter.count).toBe(1);
  });

  it('tells one that was added twice once, until both are disposed of', () => {
    const { observers } = newObservers();
    let count = 0;
    const observer: Observer = { writeFenced: () => (count += 1) as unknown as void };
    const [first, second] = [observers.observe(observer), observers.observe(observer)];
    observers.on?.writeFenced?.();
    expect(count).toBe(1);
    first[Symbol.dispose]();
    first[Symbol.dispose]();
    observers.on?.writeFenced?.();
    expect(count).toBe(2);
    second[Symbol.dispose]();
    expect(observers.on).toBeUndefined();
  });

  it('tells of subjects that are there, that come, that go, and that are no longer observed', () => {
    const { observers } = newObservers();
    const told: string[] = [];
    const other: Observed = { type: 'client', host: 'b:443' };
    const host = (subject: Observed): string => (subject as { host: string }).host;
    observers.add(client);
    const observing = observers.observe({
      attached: (subject) => void told.push(`+${host(subject)}`),
      detached: (subject) => void told.push(`-${host(subject)}`),
    });
    observers.add(other);
    observers.remove(other);
    observers.remove(other);
    observing[Symbol.dispose]();
    expect(told).toEqual(['+a:443', '+b:443', '-b:443', '-a:443']);
  });

  it('has its parts observed, those that come later included, and lets go of all', () => {
    const whole = new Observers();
    const [early, late] = [new Observers(), new Observers()];
    let count = 0;
    whole.include(early);
    const observing = whole.observe({ writeFenced: () => void (count += 1) });
    whole.include(late);
    early.on?.writeFenced?.();
    late.on?.writeFenced?.();
    expect(count).toBe(2);
    observing[Symbol.dispose]();
    expect([early.on, late.on]).toEqual([undefined, undefined]);
  });

  it('calls what is surrounded once, whatever observers do around it', () => {
    const { observers, errors } = newObservers();
    const steps: string[] = [];
    const around = (name: string, calls: number, throws = false): Observer => ({
      aroundReconcile(_controller, _start, run) {
        steps.push(`${name} in`);
        for (let call = 0; call < calls; call += 1) run();
        steps.push(`${name} out`);
        if (throws) throw new Error(name);
      },
    });
    observers.observe(around('a', 2));
    observers.observe(around('b', 0));
    observers.observe(around('c', 1, true));
    const controller = { type: 'controller', name: 'x', group: '', kind: '', workers: 1, active: 0, stuck: 0 } as const;
    observers.on?.aroundReconcile?.(controller, { key: 'k', id: '1', priority: 0, causes: [] }, () => {
      steps.push('run');
    });
    expect(steps).toEqual(['a in', 'b in', 'b out', 'c in', 'run', 'c out', 'a out']);
    expect(errors).toEqual(['observer: c']);
  });
});
