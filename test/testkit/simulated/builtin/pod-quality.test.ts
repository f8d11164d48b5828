import { describe, expect, it } from 'vitest';
import { qosClass } from '../../../../testkit/simulated/builtin/pod-quality.js';

const full = { cpu: '1', memory: '1Gi' };

describe('qosClass', () => {
  it('is guaranteed where every container is limited to what it asks for, however that is written', () =>
    expect(
      qosClass({ containers: [{ resources: { limits: full, requests: { cpu: '1000m', memory: '1024Mi' } } }] }),
    ).toBe('Guaranteed'));

  it('is burstable where a container is not limited, or one that runs before', () => {
    const whole = { resources: { limits: full, requests: full } };
    expect(qosClass({ containers: [whole, { resources: { requests: { cpu: '1' } } }] })).toBe('Burstable');
    expect(qosClass({ containers: [whole], initContainers: [{}] })).toBe('Burstable');
  });

  it('counts none of a resource as nothing that is asked for', () =>
    expect(qosClass({ containers: [{ resources: { requests: { cpu: '0', 'ephemeral-storage': '1Gi' } } }] })).toBe(
      'BestEffort',
    ));

  it('goes by the resources of the pod as a whole where it has some', () => {
    const containers = [{ resources: { requests: { cpu: '1' } } }];
    expect(qosClass({ containers, resources: { limits: full, requests: full } })).toBe('Guaranteed');
    expect(qosClass({ containers, resources: { requests: { cpu: '2' } } })).toBe('Burstable');
  });
});
