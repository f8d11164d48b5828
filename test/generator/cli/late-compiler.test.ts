import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { lateFlag } from '../../../generator/cli/late-compiler.js';

describe('the flag that lets the engine optimise later', () => {
  it('is one that this engine has, so that it does not complain', () => {
    const flag = lateFlag(process.versions.v8);
    if (flag === undefined) return expect(Number(process.versions.v8.split('.')[0])).toBeGreaterThan(13);
    const { stderr, status } = spawnSync(process.execPath, [
      '--eval',
      `require('node:v8').setFlagsFromString(${JSON.stringify(flag)})`,
    ]);
    expect(stderr.toString()).toBe('');
    expect(status).toBe(0);
  });

  it('differs with the engine, and is none for one that is not known', () => {
    expect(lateFlag('11.3.244.8-node.38')).toBe('--interrupt-budget=1000000');
    expect(lateFlag('12.4.254.21-node.56')).toBe('--invocation-count-for-turbofan=30000');
    expect(lateFlag('13.6.233.17-node.53')).toBe('--invocation-count-for-turbofan=30000');
    expect(lateFlag('99.1')).toBeUndefined();
  });
});
