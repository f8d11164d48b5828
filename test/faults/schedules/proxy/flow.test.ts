import { describe, expect, it } from 'vitest';
import { Flow } from './flow.js';
import type { FlowTimer } from './flow.js';

/** Time that moves when told to. */
class ManualTimer implements FlowTimer {
  #now = 0;
  readonly #due = new Set<{ readonly at: number; readonly callback: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const entry = { at: this.#now + ms, callback };
    this.#due.add(entry);
    return () => void this.#due.delete(entry);
  }

  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = [...this.#due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#due.delete(next);
      this.#now = next.at;
      next.callback();
    }
    this.#now = end;
  }
}

function newFlow(): { flow: Flow; timer: ManualTimer; arrived: () => string } {
  const timer = new ManualTimer();
  let text = '';
  const flow = new Flow((bytes) => (text += bytes.toString('latin1')), timer);
  return { flow, timer, arrived: () => text };
}

describe('one direction of a connection', () => {
  it('passes everything at once, in order', () => {
    const { flow, arrived } = newFlow();
    flow.push(Buffer.from('ab'));
    flow.push(Buffer.from('c'));
    expect(arrived()).toBe('abc');
  });

  it('keeps what arrives while held, and passes it when let go', () => {
    const { flow, arrived } = newFlow();
    flow.set({ held: true });
    flow.push(Buffer.from('ab'));
    expect(arrived()).toBe('');
    expect(flow.waitingBytes).toBe(2);
    flow.set({});
    expect(arrived()).toBe('ab');
  });

  it('delays each chunk by the same time, so that delays do not add up', () => {
    const { flow, timer, arrived } = newFlow();
    flow.set({ delayMs: 100 });
    flow.push(Buffer.from('a'));
    timer.advance(60);
    flow.push(Buffer.from('b'));
    timer.advance(39);
    expect(arrived()).toBe('');
    timer.advance(1);
    expect(arrived()).toBe('a');
    timer.advance(60);
    expect(arrived()).toBe('ab');
  });

  it('passes no more than the bytes of a second in a second', () => {
    const { flow, timer, arrived } = newFlow();
    flow.set({ bytesPerSecond: 100 });
    flow.push(Buffer.alloc(300, 'x'));
    timer.advance(1000);
    expect(arrived().length).toBeGreaterThanOrEqual(100);
    expect(arrived().length).toBeLessThanOrEqual(105);
    timer.advance(2000);
    expect(arrived()).toHaveLength(300);
  });

  it('makes one byte in so many NUL, counted over chunks', () => {
    const { flow, arrived } = newFlow();
    flow.set({ corruptEveryBytes: 4 });
    flow.push(Buffer.from('abc'));
    flow.push(Buffer.from('defghi'));
    expect(arrived()).toBe('abc\0efg\0i');
  });

  it('says when nothing waits any more', () => {
    const { flow } = newFlow();
    let empty = false;
    flow.set({ held: true });
    flow.push(Buffer.from('a'));
    flow.whenEmpty(() => (empty = true));
    expect(empty).toBe(false);
    flow.set({});
    expect(empty).toBe(true);
  });

  it('drops everything once stopped', () => {
    const { flow, timer, arrived } = newFlow();
    flow.set({ delayMs: 10 });
    flow.push(Buffer.from('a'));
    flow.stop();
    timer.advance(1000);
    flow.push(Buffer.from('b'));
    expect(arrived()).toBe('');
  });
});
