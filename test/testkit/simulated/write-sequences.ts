import fc from 'fast-check';

/** One request of a sequence about one object; `{name}` in the path is its name. */
export interface SequenceStep {
  readonly method: string;
  /** Behind the URL of the object, with its query. */
  readonly suffix: string;
  /** Goes to the collection instead of the object. */
  readonly toCollection?: boolean;
  readonly type?: string;
  readonly body?: unknown;
  /** The present object is the base of the body: these fields replace its own. Versions are sent along, or not. */
  readonly onPresent?: { readonly replace: object; readonly versioned: boolean };
}

/** A kind that sequences are about. */
export interface SequenceKind {
  readonly title: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly path: string;
  readonly hasStatus: boolean;
  readonly strategic: boolean;
  /** Whether any intent makes an object: else sequences begin with a create, and do not delete. */
  readonly appliedFromNothing: boolean;
  /** Everything but type and name of an object that can be created. */
  readonly content: fc.Arbitrary<object>;
  /** A change as a merge patch has it. */
  readonly change: fc.Arbitrary<object>;
  /** What an applied configuration may say. */
  readonly intent: fc.Arbitrary<object>;
  readonly status: fc.Arbitrary<object>;
}

export const MERGE = 'application/merge-patch+json';
export const JSON_PATCH = 'application/json-patch+json';
export const STRATEGIC = 'application/strategic-merge-patch+json';
export const APPLY = 'application/apply-patch+yaml';

const letters = fc.constantFrom('a', 'b', 'c');
const words = fc.constantFrom('x', 'y', 'z');
const dictionary = fc.dictionary(letters, words, { maxKeys: 3 });
const nullable = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(of, { freq: 4 });
const some = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<Partial<T>> =>
  fc.record(model, { requiredKeys: [] }) as fc.Arbitrary<Partial<T>>;
const unique = <T>(of: fc.Arbitrary<T>, selector: (value: T) => unknown): fc.Arbitrary<T[]> =>
  fc.uniqueArray(of, { maxLength: 3, selector });

const finalizers = unique(fc.constantFrom('x.io/a', 'x.io/b'), (value) => value);
const owner = fc.record({
  apiVersion: fc.constant('v1'),
  kind: fc.constant('Node'),
  name: letters,
  uid: fc.constantFrom('1', '2'),
});
const metadata = some({
  labels: dictionary,
  annotations: dictionary,
  finalizers,
  ownerReferences: unique(owner, ({ uid }) => uid),
});
const metadataChange = some({
  labels: nullable(fc.dictionary(letters, nullable(words))),
  finalizers: nullable(finalizers),
});

const port = fc.record(
  {
    port: fc.constantFrom(80, 81),
    protocol: fc.constantFrom('TCP', 'UDP'),
    name: words,
    extra: some({ a: words, b: words }),
  },
  { requiredKeys: ['port'] },
);
const portKey = ({ port: number, protocol = 'TCP' }: { port: number; protocol?: string }): string =>
  `${number}/${protocol}`;

/** Fields of every kind of list and map. */
const widgetSpec = some({
  color: words,
  replicas: fc.integer({ min: 0, max: 3 }),
  tags: unique(letters, (value) => value),
  plain: fc.array(letters, { maxLength: 2 }),
  ports: unique(port, portKey),
  box: some({ a: words, b: words }),
  dict: dictionary,
  free: fc.dictionary(letters, fc.oneof(words, dictionary, fc.array(letters, { maxLength: 2 }))),
  ios: fc.oneof(words, fc.integer({ min: 0, max: 3 })),
});
const condition = fc.record({ type: letters, status: words });
const widgetStatus = some({
  replicas: fc.integer({ min: 0, max: 3 }),
  conditions: unique(condition, ({ type }) => type),
});

/** A custom resource of the CRD in {@link everyListCrd}. */
export function widgetKind(group: string): SequenceKind {
  const widget = fc.record({ metadata, spec: widgetSpec });
  return {
    title: 'a custom resource',
    apiVersion: `${group}/v1`,
    kind: 'Widget',
    path: `/apis/${group}/v1/namespaces/{ns}/widgets`,
    hasStatus: true,
    strategic: false,
    appliedFromNothing: true,
    content: widget,
    change: some({ metadata: metadataChange, spec: widgetSpec }),
    intent: some({ metadata, spec: widgetSpec }),
    status: widgetStatus,
  };
}

/** A ConfigMap, whose fields are all its own. */
export const configMapKind: SequenceKind = {
  title: 'a ConfigMap',
  apiVersion: 'v1',
  kind: 'ConfigMap',
  path: '/api/v1/namespaces/{ns}/configmaps',
  hasStatus: false,
  strategic: true,
  appliedFromNothing: true,
  content: some({ metadata, data: dictionary }),
  change: some({ metadata: metadataChange, data: fc.dictionary(letters, nullable(words)) }),
  intent: some({ metadata, data: dictionary }),
  status: fc.constant({}),
};

const container = fc.record({ name: letters, image: words }).map((own) => ({
  ...own,
  resources: {},
  terminationMessagePath: '/dev/termination-log',
  terminationMessagePolicy: 'File',
  imagePullPolicy: 'Always',
}));
const env = unique(fc.record({ name: letters, value: words }), ({ name }) => name);
const containers = (minLength: number): fc.Arbitrary<object[]> =>
  fc.uniqueArray(
    fc.tuple(container, fc.option(env, { nil: undefined })).map(([own, variables]) => ({
      ...own,
      ...(variables === undefined || variables.length === 0 ? {} : { env: variables }),
    })),
    { minLength, maxLength: 2, selector: ({ name }) => name },
  );
const labelsOfPods = { app: 'web' };
const podTemplate = (minLength: number): fc.Arbitrary<object> =>
  containers(minLength).map((list) => ({
    metadata: { labels: labelsOfPods },
    spec: {
      containers: list,
      restartPolicy: 'Always',
      terminationGracePeriodSeconds: 30,
      dnsPolicy: 'ClusterFirst',
      securityContext: {},
      schedulerName: 'default-scheduler',
    },
  }));
const replicas = fc.integer({ min: 0, max: 3 });

/** A Deployment in which every default is spelled out: what servers fill in is not what these sequences are about. */
export const deploymentKind: SequenceKind = {
  title: 'a Deployment',
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  path: '/apis/apps/v1/namespaces/{ns}/deployments',
  hasStatus: true,
  strategic: true,
  appliedFromNothing: false,
  content: fc.tuple(metadata, replicas, podTemplate(1)).map(([own, count, template]) => ({
    metadata: own,
    spec: {
      replicas: count,
      selector: { matchLabels: labelsOfPods },
      template,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '25%', maxSurge: '25%' } },
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
    },
  })),
  change: some({
    metadata: metadataChange,
    spec: some({ replicas, paused: fc.boolean(), minReadySeconds: replicas }),
  }),
  intent: some({
    metadata,
    spec: some({
      replicas,
      paused: fc.boolean(),
      template: fc.record({ spec: fc.record({ containers: containers(0) }) }),
    }),
  }),
  status: some({
    replicas,
    conditions: unique(
      condition.map((own) => ({ ...own, lastUpdateTime: null, lastTransitionTime: null })),
      ({ type }) => type,
    ),
  }),
};

const managers = fc.constantFrom('one', 'two', 'three');
const flag = (name: string): fc.Arbitrary<string> => fc.constantFrom('', '', `&${name}=true`);

/** Random writes by several managers to one object of a kind. */
export function sequenceOf(kind: SequenceKind): fc.Arbitrary<SequenceStep[]> {
  const { apiVersion, kind: name } = kind;
  const named = (content: object): object => {
    const own = (content as { readonly metadata?: object }).metadata;
    return { apiVersion, kind: name, ...content, metadata: { ...own, name: '{name}' } };
  };
  const by = (manager: string): string => `?fieldManager=${manager}`;
  const create = fc.tuple(managers, kind.content).map(([manager, content]): SequenceStep => {
    return { method: 'POST', suffix: by(manager), toCollection: true, body: named(content) };
  });
  const update = fc.tuple(managers, kind.content, fc.boolean()).map(([manager, content, versioned]): SequenceStep => {
    return { method: 'PUT', suffix: by(manager), onPresent: { replace: content, versioned } };
  });
  const types = kind.strategic ? [MERGE, STRATEGIC] : [MERGE];
  const merge = fc
    .tuple(managers, kind.change, fc.constantFrom(...types), fc.constantFrom('', '&dryRun=All'))
    .map(([manager, body, type, dry]): SequenceStep => ({ method: 'PATCH', suffix: by(manager) + dry, type, body }));
  const apply = fc.tuple(managers, kind.intent, flag('force')).map(([manager, intent, force]): SequenceStep => ({
    method: 'PATCH',
    suffix: by(manager) + force,
    type: APPLY,
    body: named(intent),
  }));
  const reset = fc.constantFrom([], [{}]).map((managedFields): SequenceStep => {
    return { method: 'PATCH', suffix: '', type: MERGE, body: { metadata: { managedFields } } };
  });
  const remove = fc
    .constantFrom('', '?propagationPolicy=Foreground', '?propagationPolicy=Orphan')
    .map((suffix): SequenceStep => ({ method: 'DELETE', suffix }));
  const status = fc
    .tuple(managers, kind.status, kind.intent, fc.constantFrom(MERGE, APPLY), flag('force'))
    .map(([manager, own, rest, type, force]): SequenceStep => {
      const body = { ...rest, status: own };
      const suffix = `/status${by(manager)}${type === APPLY ? force : ''}`;
      return { method: 'PATCH', suffix, type, body: type === APPLY ? named(body) : body };
    });
  const weighted = [
    { weight: 6, arbitrary: apply },
    { weight: 4, arbitrary: merge },
    { weight: 3, arbitrary: update },
    { weight: 1, arbitrary: create },
    { weight: 1, arbitrary: reset },
    ...(kind.appliedFromNothing ? [{ weight: 1, arbitrary: remove }] : []),
    ...(kind.hasStatus ? [{ weight: 3, arbitrary: status }] : []),
  ];
  return fc
    .tuple(
      kind.appliedFromNothing ? fc.oneof(create, apply) : create,
      fc.array(fc.oneof(...weighted), { minLength: 2, maxLength: 8 }),
    )
    .map(([first, rest]) => [first, ...rest]);
}

/** A CRD with lists and maps of every kind, in two versions. */
export function everyListCrd(group: string): object {
  const text = { type: 'string' };
  const pair = { type: 'object', properties: { a: text, b: text } };
  const portItem = {
    type: 'object',
    required: ['port'],
    properties: { port: { type: 'integer' }, protocol: { ...text, default: 'TCP' }, name: text, extra: pair },
  };
  const mapList = (keys: readonly string[], items: object): object => ({
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': keys,
    items,
  });
  const spec = {
    color: text,
    replicas: { type: 'integer' },
    tags: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
    plain: { type: 'array', items: text },
    ports: mapList(['port', 'protocol'], portItem),
    box: { ...pair, 'x-kubernetes-map-type': 'atomic' },
    dict: { type: 'object', additionalProperties: text },
    free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    ios: { 'x-kubernetes-int-or-string': true },
  };
  const conditionItem = { type: 'object', required: ['type'], properties: { type: text, status: text } };
  const status = { replicas: { type: 'integer' }, conditions: mapList(['type'], conditionItem) };
  const schema = {
    type: 'object',
    properties: { spec: { type: 'object', properties: spec }, status: { type: 'object', properties: status } },
  };
  const scale = { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `widgets.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
      versions: ['v1', 'v1beta1'].map((name) => ({
        name,
        served: true,
        storage: name === 'v1',
        subresources: { status: {}, scale },
        schema: { openAPIV3Schema: schema },
      })),
    },
  };
}
