// A bed reports keys whose last run failed: once, with the error that was thrown, and not when a retry has healed it.
import type { Manager } from '@informer-gen/runtime/controller';
import { ControllerBed, settle } from '@informer-gen/testing';
import { describe, expect, it, vi } from 'vitest';
import { configMaps, websiteCrd, websites } from '../../runtime/controller/support/websites.js';

const site = (name: string): { metadata: { name: string }; spec: { html: string } } => ({
  metadata: { name },
  spec: { html: 'x' },
});

function start(setUp: (manager: Manager) => void, objects: readonly object[] = []): Promise<ControllerBed> {
  return ControllerBed.start({ crds: [websiteCrd], objects, setUp });
}

/** A controller that throws these errors for objects of these names. */
function failingFor(errors: Readonly<Record<string, Error>>): Promise<ControllerBed> {
  return start((manager) => {
    manager.controller(websites).reconcile(({ metadata }, { status }) => {
      const error = errors[metadata.name];
      if (error !== undefined) throw error;
      status.set({ ready: 1 });
    });
  });
}

describe('a key whose last run failed', () => {
  it('makes idle reject with the error that was thrown, its stack intact', async () => {
    const broken = new TypeError('no template');
    await using bed = await failingFor({ a: broken });
    bed.create(websites, site('a'));
    const rejection: unknown = await bed.idle().catch((error: unknown) => error);
    expect(rejection).toBe(broken);
    expect(broken.stack).toContain('failing-keys.test.ts');
    expect(bed.errors.every((error) => error === broken)).toBe(true);
  });

  it('makes advance reject', async () => {
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile((_site, { status }) => {
        if (bed.clock.now() >= begun + 60_000) throw new Error('too late');
        status.set({ ready: 1 });
        return { requeueAfterMs: 60_000 };
      });
    });
    const begun = bed.clock.now();
    bed.create(websites, site('a'));
    await bed.advance(59_999);
    await expect(bed.advance(1)).rejects.toThrow('too late');
  });

  it('is named with the others where several fail, and does not keep the healthy ones from running', async () => {
    await using bed = await failingFor({ a: new Error('no template'), b: new Error('no host') });
    for (const name of ['a', 'b', 'c']) bed.create(websites, site(name));
    const rejection = await bed.idle().catch((error: unknown) => error as AggregateError);
    expect(rejection).toBeInstanceOf(AggregateError);
    expect(rejection).toMatchObject({ errors: [{ message: 'no template' }, { message: 'no host' }] });
    expect(rejection).toMatchObject({
      message: 'the last run of 2 keys failed:\n  website default/a: no template\n  website default/b: no host',
    });
    expect(bed.get(websites, 'c')?.status?.ready).toBe(1);
  });

  it('is reported once, although its retries go on to fail', async () => {
    let attempt = 0;
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(() => {
        throw new Error(`attempt ${(attempt += 1)} failed`);
      });
    });
    bed.create(websites, site('a'));
    await expect(bed.idle()).rejects.toThrow(/attempt \d+ failed/);
    await bed.idle();
    await bed.advance(60_000);
  });

  it('is reported again after it has succeeded, and for another error', async () => {
    let problem: Error | undefined = new Error('no template');
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(() => {
        if (problem !== undefined) throw problem;
      });
    });
    const touch = (html: string): void => void bed.patch(websites, 'a', { spec: { html } });
    bed.create(websites, site('a'));
    await expect(bed.idle()).rejects.toThrow('no template');
    problem = undefined;
    touch('y');
    await bed.idle();
    problem = new Error('no template');
    touch('z');
    await expect(bed.idle()).rejects.toThrow('no template');
    problem = new RangeError('no host');
    touch('x');
    await expect(bed.idle()).rejects.toThrow('no host');
  });

  it('is not reported where the test has read the errors', async () => {
    await using bed = await failingFor({ a: new Error('no template') });
    bed.create(websites, site('a'));
    await settle(50);
    expect(bed.errors[0]?.message).toBe('no template');
    await bed.idle();
    await bed.advance(60_000);
  });

  it('is reported by the first idle of the test where it failed while the bed started', async () => {
    const seeds = [{ apiVersion: 'web.acme.dev/v1', kind: 'Website', ...site('a') }];
    const setUp = (manager: Manager): void =>
      void manager.controller(websites).reconcile(() => {
        throw new Error('no template');
      });
    await using bed = await start(setUp, seeds);
    await expect(bed.idle()).rejects.toThrow('no template');
  });

  it('is forgotten when its object is deleted', async () => {
    await using bed = await failingFor({ a: new Error('no template') });
    bed.create(websites, site('a'));
    await settle(50);
    bed.delete(websites, 'a');
    await bed.idle();
  });
});

describe('an error that a retry has healed', () => {
  it('is among the errors, and neither thrown nor printed', async () => {
    using print = vi.spyOn(console, 'error').mockImplementation(() => {});
    let runs = 0;
    const failing = async (): Promise<number> => {
      await using bed = await start((manager) => {
        manager.controller(websites).reconcile(() => {
          runs += 1;
          if (runs < 3) throw new Error('not yet');
        });
      });
      bed.create(websites, site('a'));
      await bed.idle();
      runs = 0;
      bed.create(websites, site('b'));
      await bed.idle();
      return runs;
    };
    expect(await failing()).toBe(3);
    expect(print).not.toHaveBeenCalled();
  });
});

describe('the end of a bed', () => {
  it('throws for a key that has failed since the last idle', async () => {
    const test = async (): Promise<void> => {
      await using bed = await failingFor({ a: new Error('no template') });
      await bed.idle();
      bed.create(websites, site('a'));
      await settle(50);
    };
    await expect(test()).rejects.toThrow('no template');
  });

  it('does not hide the assertion that failed after idle had reported the key', async () => {
    const test = async (): Promise<void> => {
      await using bed = await failingFor({ a: new Error('no template') });
      bed.create(websites, site('a'));
      await expect(bed.idle()).rejects.toThrow('no template');
      throw new Error('assertion failed');
    };
    const rejection: unknown = await test().catch((error: unknown) => error);
    expect(rejection).toMatchObject({ name: 'Error', message: 'assertion failed' });
  });

  it('throws nothing for a run that it cuts short', async () => {
    await using bed = await start((manager) => {
      manager.controller(websites).reconcile(async (_site, { signal }) => {
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('cut short'))));
      });
    });
    bed.create(websites, site('a'));
    await settle(20);
  });

  it('prints errors that failed no key and that the test never read', async () => {
    using print = vi.spyOn(console, 'error').mockImplementation(() => {});
    const mapping = (): never => {
      throw new Error('no such label');
    };
    const test = async (read: (bed: ControllerBed) => void): Promise<void> => {
      await using bed = await start((manager) => {
        manager
          .controller(websites)
          .watches(configMaps, mapping)
          .reconcile(() => {});
      });
      bed.create(configMaps, { metadata: { name: 'm' } });
      await bed.idle();
      read(bed);
    };
    await test(({ errors }) => expect(errors).toHaveLength(1));
    expect(print).not.toHaveBeenCalled();
    await test(() => {});
    expect(print).toHaveBeenCalledOnce();
    const [text] = print.mock.calls[0] as [string];
    expect(text).toMatch(/^ControllerBed: 1 unchecked error \(see bed\.errors\): Error: no such label\n +at /);
  });
});

describe('a manager that fails', () => {
  it('makes idle reject with its error', async () => {
    await using bed = await start((manager) => {
      manager.add({ name: 'broken', run: () => Promise.reject(new Error('broken')) });
    });
    await expect(bed.idle()).rejects.toThrow('broken');
  });
});
