import type { JsonObject } from '../objects/api-object.js';
import { forbidden } from '../objects/api-status.js';
import type { PrepareContext } from './builtin-kind.js';
import { objectIn, textIn } from './checks.js';

/** Classes that every cluster has. */
const SYSTEM_CLASSES: Readonly<Record<string, number>> = {
  'system-cluster-critical': 2_000_000_000,
  'system-node-critical': 2_000_001_000,
};
const DEFAULT_PREEMPTION = 'PreemptLowerPriority';

/** What admission does to a new pod: sets its priority, and refuses classes that there are not. */
export function admitPod(pod: JsonObject, { find }: PrepareContext): void {
  const spec = objectIn(pod, 'spec');
  const { name } = objectIn(pod, 'metadata');
  const refuse = (why: string): Error =>
    forbidden({ group: '', plural: 'pods', kind: 'Pod' }, typeof name === 'string' ? name : '', { why });
  const { value, preemption } = priorityOf(spec, find, refuse);
  const given = spec['priority'];
  const computed = (noun: string, result: string | number): string =>
    `the ${noun} must not be provided in pod spec; priority admission controller computed ${result} from the given ` +
    'PriorityClass name';
  if (given !== undefined && given !== value) {
    throw refuse(computed(`integer value of priority (${String(given)})`, value));
  }
  spec['priority'] = value;
  const policy = spec['preemptionPolicy'];
  if (policy !== undefined && policy !== preemption) {
    throw refuse(computed(`string value of PreemptionPolicy (${String(policy)})`, preemption));
  }
  spec['preemptionPolicy'] = preemption;
  const runtime = textIn(spec, 'runtimeClassName');
  if (runtime !== '' && find('runtimeclasses.node.k8s.io', runtime) === undefined) {
    throw refuse(`pod rejected: RuntimeClass "${runtime}" not found`);
  }
  if (runtime === '' && Object.keys(objectIn(spec, 'overhead')).length > 0) {
    throw refuse('pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
  }
}

interface Priority {
  readonly value: number;
  readonly preemption: string;
}

function priorityOf(spec: JsonObject, find: PrepareContext['find'], refuse: (why: string) => Error): Priority {
  const name = textIn(spec, 'priorityClassName');
  if (name === '') return { value: 0, preemption: DEFAULT_PREEMPTION };
  const known = SYSTEM_CLASSES[name];
  if (known !== undefined) return { value: known, preemption: DEFAULT_PREEMPTION };
  const found = find('priorityclasses.scheduling.k8s.io', name);
  if (found === undefined) throw refuse(`no PriorityClass with name ${name} was found`);
  return { value: Number(found['value'] ?? 0), preemption: textIn(found, 'preemptionPolicy') || DEFAULT_PREEMPTION };
}
