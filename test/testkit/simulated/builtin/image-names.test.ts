import { describe, expect, it } from 'vitest';
import { pullPolicy } from '../../../../testkit/simulated/builtin/image-names.js';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;

describe('pullPolicy', () => {
  it.each(['nginx', 'nginx:latest', 'localhost:5000/app', 'quay.io/team/app', `app:latest@${DIGEST}`, 'Registry/app'])(
    'pulls %s always, because it is the latest one',
    (image) => expect(pullPolicy(image)).toBe('Always'),
  );

  it.each(['nginx:1.27', 'host:5000/app:v1', `app@${DIGEST}`, 'app:1@sha256:abc'])(
    'pulls %s only where it is not there',
    (image) => expect(pullPolicy(image)).toBe('IfNotPresent'),
  );

  it.each(['', 'Nginx', 'nginx:', 'a b', '-x', 'team/App:latest', '0123456789abcdef'.repeat(4)])(
    'finds no tag in %j, which is no name of an image',
    (image) => expect(pullPolicy(image)).toBe('IfNotPresent'),
  );
});
