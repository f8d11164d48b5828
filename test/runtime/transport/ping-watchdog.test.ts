import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '@informer-gen/testing';
import { PingWatchdog } from '../../../runtime/src/transport/http/ping-watchdog.js';

const TOKEN_BYTES = 1500;

/** A connection that exists as numbers only. */
class Connection {
  readonly clock: FakeClock = new FakeClock();
  bytesRead = 100;
  bytesWritten = 100;
  /** PINGs are given to the system. */
  writes = true;
  pings = 0;
  #answered = 0;
  verdict: string | undefined;
  doubts = 0;
  readonly watchdog: PingWatchdog = new PingWatchdog({
    clock: this.clock,
    bytesRead: () => this.bytesRead,
    bytesWritten: () => this.bytesWritten,
    ping: () => {
      this.pings += 1;
      this.watchdog.pinged();
      if (this.writes) this.bytesWritten += 17;
    },
    onDead: (silentMs) => (this.verdict = `dead after ${silentMs / 1000} s`),
    onDefunct: () => (this.verdict = 'defunct'),
    onDoubt: () => (this.doubts += 1),
  });

  constructor() {
    this.watchdog.start();
  }

  answer(): void {
    this.bytesRead += 17;
    this.watchdog.answered();
  }

  /** Lets seconds pass one by one; in each, `happens` first. Returns how many passed before a verdict. */
  async pass(seconds: number, happens: () => void = () => {}): Promise<number> {
    for (let second = 1; second <= seconds; second += 1) {
      happens();
      await this.clock.advanceAsync(1000);
      if (this.verdict !== undefined) return second;
    }
    return seconds;
  }

  /** As long as it answers PINGs. */
  async passWell(seconds: number, happens: () => void = () => {}): Promise<void> {
    await this.pass(seconds, () => {
      happens();
      for (; this.#answered < this.pings; this.#answered += 1) this.answer();
    });
  }
}

describe('PINGs', () => {
  it('are not sent while bytes come every second', async () => {
    const connection = new Connection();
    await connection.passWell(300, () => (connection.bytesRead += 200));
    expect(connection.pings).toBe(0);
  });

  it('come 2 s behind the last byte, and then every 30 s', async () => {
    const connection = new Connection();
    await connection.passWell(2);
    expect(connection.pings).toBe(1);
    await connection.passWell(300);
    expect(connection.pings).toBeGreaterThanOrEqual(10);
    expect(connection.pings).toBeLessThanOrEqual(11);
    expect(connection.verdict).toBeUndefined();
  });

  it('come no more than once in ten seconds, however bytes and silence take turns', async () => {
    const connection = new Connection();
    let second = 0;
    await connection.passWell(600, () => (connection.bytesRead += (second += 1) % 4 === 0 ? 200 : 0));
    expect(connection.pings).toBeGreaterThan(30);
    expect(connection.pings).toBeLessThanOrEqual(60);
    expect(connection.verdict).toBeUndefined();
  });

  it('come when a request is not answered within 2 s, though bytes of others come', async () => {
    const connection = new Connection();
    const endWait = connection.watchdog.awaits();
    await connection.passWell(3, () => (connection.bytesRead += 200));
    expect(connection.pings).toBe(1);
    endWait(true);
    await connection.passWell(60, () => (connection.bytesRead += 200));
    expect(connection.pings).toBe(1);
  });
});

describe('a connection is given up', () => {
  it('12 s behind its last byte, if nothing comes', async () => {
    const connection = new Connection();
    expect(await connection.pass(60)).toBe(12);
    expect(connection.verdict).toBe('dead after 12 s');
  });

  it('within 42 s where it was silent before, and healthy', async () => {
    const connection = new Connection();
    await connection.passWell(63);
    expect(await connection.pass(60)).toBeLessThanOrEqual(42);
    expect(connection.verdict).toMatch(/dead/);
  });

  it('4 s behind its last byte, if HTTP/2 does not even send the PING', async () => {
    const connection = new Connection();
    await connection.passWell(20, () => (connection.bytesRead += 200));
    connection.writes = false;
    expect(await connection.pass(60)).toBeLessThanOrEqual(4);
    expect(connection.verdict).toBe('defunct');
  });

  it('not so soon where the system may have taken no more: the other side may read late', async () => {
    const connection = new Connection();
    connection.writes = false;
    connection.bytesWritten += 100_000;
    expect(await connection.pass(60)).toBe(12);
    expect(connection.verdict).toMatch(/dead/);
  });

  it('soon again where what was sent has been answered', async () => {
    const connection = new Connection();
    for (let request = 0; request < 10; request += 1) {
      const endWait = connection.watchdog.awaits();
      connection.bytesWritten += TOKEN_BYTES;
      endWait(true);
    }
    connection.writes = false;
    expect(await connection.pass(60)).toBe(4);
    expect(connection.verdict).toBe('defunct');
  });

  it('in half a minute, if a PING is not answered while next to nothing comes', async () => {
    const connection = new Connection();
    connection.watchdog.awaits();
    expect(await connection.pass(120, () => (connection.bytesRead += 100))).toBe(32);
    expect(connection.doubts).toBe(1);
    expect(connection.verdict).toMatch(/dead/);
  });

  it('not while a slow line brings what is before the answer: only who waits asks elsewhere', async () => {
    const connection = new Connection();
    connection.watchdog.awaits();
    await connection.pass(300, () => (connection.bytesRead += 2500));
    expect(connection.verdict).toBeUndefined();
    expect(connection.doubts).toBe(1);
    expect(await connection.pass(60)).toBe(10);
  });

  it('not when this process was stopped for minutes and the answer waits in the socket', async () => {
    const connection = new Connection();
    await connection.pass(2);
    expect(connection.pings).toBe(1);
    // One timer fires, late; then sockets are read.
    connection.clock.advance(300_000);
    setImmediate(() => connection.answer());
    await settle();
    await connection.passWell(60);
    expect(connection.verdict).toBeUndefined();
  });

  it('not by what was asked before it was idle', async () => {
    const connection = new Connection();
    await connection.pass(11);
    connection.watchdog.stop();
    await connection.pass(40);
    connection.watchdog.start();
    await connection.pass(5);
    expect(connection.verdict).toBeUndefined();
    expect(connection.clock.pendingTimers).toBe(1);
  });
});
