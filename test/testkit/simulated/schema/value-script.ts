import type { Step } from '../request-script.js';

const merge = 'application/merge-patch+json';
const json = 'application/json-patch+json';
const table = 'application/json;as=Table;v=v1;g=meta.k8s.io';

/** Requests about the objects of one resource, with titles that say what they are about. */
class Requests {
  readonly #collection: string;
  readonly #type: object;
  #count = 0;

  constructor(collection: string, type: { readonly apiVersion: string; readonly kind: string }) {
    this.#collection = collection;
    this.#type = type;
  }

  create(title: string, content: object, query = ''): Step {
    this.#count += 1;
    return this.createNamed(`x${this.#count}`, title, content, query);
  }

  createNamed(name: string, title: string, content: object, query = ''): Step {
    const body = { ...this.#type, metadata: { name }, ...content };
    return { title, method: 'POST', path: this.#collection + query, body };
  }

  post(title: string, body: unknown, query = ''): Step {
    return { title, method: 'POST', path: this.#collection + query, body };
  }

  get(title: string, rest: string, accept?: string): Step {
    return { title, method: 'GET', path: this.#collection + rest, ...(accept ? { accept } : {}) };
  }

  merge(title: string, rest: string, body: unknown): Step {
    return { title, method: 'PATCH', path: this.#collection + rest, type: merge, body };
  }

  json(title: string, rest: string, body: unknown): Step {
    return { title, method: 'PATCH', path: this.#collection + rest, type: json, body };
  }

  put(title: string, rest: string, content: object): Step {
    return { title, method: 'PUT', path: this.#collection + rest, body: { ...this.#type, ...content } };
  }

  remove(title: string, rest: string): Step {
    return { title, method: 'DELETE', path: this.#collection + rest };
  }
}

/** One value of each field that is wrong, or just right. */
const thingSpecs: readonly (readonly [title: string, spec: unknown])[] = [
  ['takes defaults', { name: 'abc' }],
  ['needs a name', {}],
  ['has a name that is too short', { name: 'a' }],
  ['has a name that is too long', { name: 'abcdef' }],
  ['has a name of the wrong shape', { name: 'ABC' }],
  ['has a name that is a number', { name: 5 }],
  ['has a name that is null', { name: null }],
  ['has a name that is a list', { name: [] }],
  ['has a spec that is a text', 'text'],
  ['has a spec that is null', null],
  ['has an unknown color', { name: 'abc', color: 'pink' }],
  ['has no color', { name: 'abc', color: null }],
  ['has a color that is a number', { name: 'abc', color: 1 }],
  ['has too few replicas', { name: 'abc', replicas: -1 }],
  ['has too many replicas', { name: 'abc', replicas: 11 }],
  ['has replicas in words', { name: 'abc', replicas: 'one' }],
  ['has half a replica', { name: 'abc', replicas: 1.5 }],
  ['has more replicas than fit', { name: 'abc', replicas: 3_000_000_000 }],
  ['has true replicas', { name: 'abc', replicas: true }],
  ['has replicas in an object', { name: 'abc', replicas: {} }],
  ['is at the lower bound', { name: 'abc', open: 0 }],
  ['is at the upper bound', { name: 'abc', open: 10 }],
  ['is within bounds', { name: 'abc', open: 1 }],
  ['has a ratio that is too small', { name: 'abc', ratio: 0.25 }],
  ['has a ratio that is too large', { name: 'abc', ratio: 2 }],
  ['has a ratio that is an integer', { name: 'abc', ratio: 1 }],
  ['has a ratio in words', { name: 'abc', ratio: 'half' }],
  ['is odd', { name: 'abc', even: 3 }],
  ['is even', { name: 'abc', even: 4 }],
  ['has a flag in words', { name: 'abc', flag: 'true' }],
  ['has an unknown level', { name: 'abc', level: 5 }],
  ['has a known level', { name: 'abc', level: 2 }],
  ['has a tag twice', { name: 'abc', tags: ['a', 'b', 'a', 'a'] }],
  ['has too many tags', { name: 'abc', tags: ['a', 'b', 'c', 'd', 'e'] }],
  ['has a tag that is a number', { name: 'abc', tags: ['a', 1] }],
  ['has tags that are null', { name: 'abc', tags: ['a', null] }],
  ['has too few names', { name: 'abc', names: [] }],
  ['has too many names', { name: 'abc', names: ['aa', 'bb', 'cc', 'dd'] }],
  ['has a name in a list that is too short', { name: 'abc', names: ['aa', 'b'] }],
  ['has ports', { name: 'abc', ports: [{ port: 1 }, { port: 1, protocol: 'UDP' }] }],
  ['has a port twice', { name: 'abc', ports: [{ port: 1 }, { port: 1, protocol: 'TCP', label: 'x' }] }],
  ['has a port without a number', { name: 'abc', ports: [{ protocol: 'TCP' }] }],
  ['has ports that are numbers', { name: 'abc', ports: [1, 2] }],
  ['has a port of zero', { name: 'abc', ports: [{ port: 0 }] }],
  ['has no labels', { name: 'abc', labels: {} }],
  ['has too many labels', { name: 'abc', labels: { a: '1', b: '2', c: '3' } }],
  ['has a long label', { name: 'abc', labels: { a: 'long' } }],
  ['has a label that is a number', { name: 'abc', labels: { 'a.b/c': 5 } }],
  ['has a label that is null', { name: 'abc', labels: { a: null, b: 'x' } }],
  ['is nested', { name: 'abc', nested: { deep: { value: 1 } } }],
  ['is nested and null', { name: 'abc', nested: { deep: null } }],
  ['is null where it is nested', { name: 'abc', nested: null }],
  ['is nested wrongly', { name: 'abc', nested: { deep: { value: 'x', text: 5 } } }],
  ['chooses none', { name: 'abc', choice: {} }],
  ['chooses one', { name: 'abc', choice: { a: 'x' } }],
  ['chooses both', { name: 'abc', choice: { a: 'x', b: 'y' } }],
  ['chooses what it must not', { name: 'abc', choice: { a: 'x', c: 1 } }],
  ['has any of none', { name: 'abc', any: {} }],
  ['has any of one', { name: 'abc', any: { y: 'x' } }],
  ['has not all', { name: 'abc', all: { y: 5 } }],
  ['has nothing of all', { name: 'abc', all: { y: 1 } }],
  ['has all', { name: 'abc', all: { x: 1, y: 3 } }],
  ['has a wrong time', { name: 'abc', when: 'today' }],
  ['has a time', { name: 'abc', when: '2024-01-02T03:04:05Z' }],
  ['has a time that is a number', { name: 'abc', when: 5 }],
  ['has a time that is a list', { name: 'abc', when: [] }],
  ['has a wrong day', { name: 'abc', day: '2024-13-01' }],
  ['has a wrong address', { name: 'abc', ip: '10.0.0.256' }],
  ['has an address', { name: 'abc', ip: '10.0.0.25' }],
  ['has a wrong range', { name: 'abc', cidr: '10.0.0.0/33' }],
  ['has a wrong mail address', { name: 'abc', mail: 'nobody' }],
  ['has a mail address', { name: 'abc', mail: 'a@b.c' }],
  ['has a wrong host', { name: 'abc', host: '-x-' }],
  ['has a wrong uuid', { name: 'abc', uuid: '1234' }],
  ['has wrong data', { name: 'abc', data: 'a*b' }],
  ['has data', { name: 'abc', data: 'YWJj' }],
  ['lasts wrongly', { name: 'abc', lasts: 'forever' }],
  ['lasts', { name: 'abc', lasts: '1h30m' }],
  ['has a wrong link', { name: 'abc', link: 'not a link' }],
  ['has a link', { name: 'abc', link: 'https://example.com/a?b=c' }],
  ['is strange', { name: 'abc', strange: 'anything' }],
  ['is maybe null', { name: 'abc', maybe: null }],
  ['is never null', { name: 'abc', never: null }],
  ['is plainly null', { name: 'abc', plain: null }],
  ['is wrong in many ways', { name: 'A', color: 'pink', replicas: -1, tags: ['a', 'a'], flag: 1 }],
];

/** Creating and changing things: values, status, scale, generations, columns. */
export function thingScript(group: string): readonly Step[] {
  const path = `/apis/${group}/v1/namespaces/{ns}/things`;
  const things = new Requests(path, { apiVersion: `${group}/v1`, kind: 'Thing' });
  const spec = { name: 'abc' };
  return [
    ...thingSpecs.map(([title, value]) => things.create(`a thing ${title}`, { spec: value })),
    things.create('a thing without a spec', {}),
    things.create('a thing with a status', { spec, status: { phase: 'wrong' } }),
    things.createNamed('m', 'a thing to change', {
      spec: { ...spec, names: ['aa', 'bb'], ports: [{ port: 5, protocol: 'UDP' }], when: '2020-01-02T03:04:05Z' },
    }),
    things.merge('a change of the spec counts', '/m', { spec: { replicas: 3 } }),
    things.merge('no change does not count', '/m', { spec: { replicas: 3 } }),
    things.merge('a label does not count', '/m', { metadata: { labels: { 'a.b/c': 'd' } } }),
    things.merge('a status beside the spec is ignored', '/m', { status: { replicas: 9 } }),
    things.merge('a default comes back', '/m', { spec: { color: null } }),
    things.merge('a required field may not go', '/m', { spec: { name: null } }),
    things.merge('a wrong value is refused', '/m', { spec: { replicas: 50 } }),
    things.merge('an unknown field is dropped', '/m', { spec: { nonsense: 1 } }),
    things.json('operations are checked too', '/m', [{ op: 'replace', path: '/spec/replicas', value: 99 }]),
    things.merge('the status is written', '/m/status', {
      spec: { replicas: 7 },
      metadata: { labels: { e: 'f' } },
      status: { replicas: 2, selector: 'a=b', phase: 'New' },
    }),
    things.merge('a wrong status is refused', '/m/status', { status: { phase: 'Odd' } }),
    things.merge('a status of the wrong type is refused', '/m/status', { status: { replicas: 'x' } }),
    things.merge('a condition without a status is refused', '/m/status', { status: { conditions: [{ type: 'A' }] } }),
    things.merge('a condition that is there twice is refused', '/m/status', {
      status: {
        conditions: [
          { type: 'A', status: 'x' },
          { type: 'A', status: 'y' },
        ],
      },
    }),
    things.merge('negative replicas in the status are refused', '/m/status', { status: { replicas: -1 } }),
    things.get('the status is read', '/m/status'),
    things.get('the scale is read', '/m/scale'),
    things.merge('the scale is written', '/m/scale', { spec: { replicas: 5 } }),
    things.merge('the scale is bound by the schema', '/m/scale', { spec: { replicas: 50 } }),
    things.merge('the scale is not negative', '/m/scale', { spec: { replicas: -5 } }),
    things.put('the scale is replaced', '/m/scale', {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: { name: 'm', namespace: '{ns}' },
      spec: { replicas: 4 },
    }),
    things.get('the thing was scaled', '/m'),
    things.get('things are selected by color', '?fieldSelector=spec.color%3Dred,metadata.name%3Dm'),
    things.get('things are selected by replicas', '?fieldSelector=spec.replicas%3D4'),
    things.get('a table of one thing', '/m', table),
    things.get('a table of things', '?labelSelector=a.b%2Fc', table),
    things.get('a table of no things', '?labelSelector=none', table),
    things.remove('things are deleted', '/m'),
  ];
}

/** Unknown and duplicate fields, by what the request says about them. */
export function fieldScript(group: string): readonly Step[] {
  const path = `/apis/${group}/v1/namespaces/{ns}/things`;
  const things = new Requests(path, { apiVersion: `${group}/v1`, kind: 'Thing' });
  const unknown = { spec: { name: 'abc', one: 1, nested: { two: 2 }, ports: [{ port: 1, three: 3 }] }, four: 4 };
  const twice = (name: string): string =>
    `{"apiVersion":"${group}/v1","kind":"Thing","metadata":{"name":"${name}","name":"${name}"},` +
    '"spec":{"name":"abc","name":"abd","plain":"x","other":1}}';
  const modes = [
    '',
    '?fieldValidation=Ignore',
    '?fieldValidation=Warn',
    '?fieldValidation=Strict',
    '?fieldValidation=Odd',
  ];
  return [
    ...modes.map((mode, index) => things.createNamed(`f${index}`, `unknown fields with "${mode}"`, unknown, mode)),
    ...modes.map((mode, index) => things.post(`duplicate fields with "${mode}"`, twice(`d${index}`), mode)),
    things.createNamed('um', 'unknown metadata', { metadata: { name: 'um', color: 'red' }, spec: { name: 'abc' } }),
    things.createNamed(
      'us',
      'unknown metadata, strictly',
      { metadata: { name: 'us', color: 'red' }, spec: { name: 'abc' } },
      '?fieldValidation=Strict',
    ),
    things.createNamed('p', 'a thing to patch', { spec: { name: 'abc' } }),
    things.merge('an unknown field in a patch, strictly', '/p?fieldValidation=Strict', { spec: { one: 1 } }),
    things.merge('an unknown field in a patch, with a warning', '/p', { spec: { one: 1 } }),
    things.merge('an unknown field in a patch, ignored', '/p?fieldValidation=Ignore', { spec: { one: 1 } }),
    things.json('an unknown field by an operation, strictly', '/p?fieldValidation=Strict', [
      { op: 'add', path: '/spec/one', value: 1 },
    ]),
    things.merge('an odd mode in a patch', '/p?fieldValidation=Odd', { spec: { plain: 'x' } }),
  ];
}

/** Freedoms: unknown fields that stay, embedded resources, integers or strings, nulls. */
export function openScript(group: string): readonly Step[] {
  const path = `/apis/${group}/v1/opens`;
  const opens = new Requests(path, { apiVersion: `${group}/v1`, kind: 'Open' });
  const embedded = { apiVersion: 'v1', kind: 'Pod' };
  const specs: readonly (readonly [string, object])[] = [
    ['preserves anything', { anything: { a: [1, { b: null }], c: 'x' } }],
    ['preserves half', { half: { x: 1, known: { a: 'a', y: 2 } } }],
    ['has a port in digits', { port: 80 }],
    ['has a port in words', { port: 'http' }],
    ['has a port that is neither', { port: true }],
    ['has half a port', { port: 1.5 }],
    ['has an amount', { amount: '5Gi' }],
    ['has an amount in digits', { amount: 5 }],
    ['has a wrong amount', { amount: 'much' }],
    ['has an amount in a list', { amount: [] }],
    ['embeds', { template: { ...embedded, metadata: { name: 'x', labels: { a: 'b' } }, spec: { a: 'x', b: 1 } } }],
    ['embeds nothing much', { template: {} }],
    ['embeds a strange kind', { template: { apiVersion: 'a/b/c', kind: 'No Kind' } }],
    ['embeds empty names', { template: { apiVersion: '', kind: '' } }],
    ['embeds strange metadata', { template: { ...embedded, metadata: { name: 'a/b', labels: { 'A B': 'x y' } } } }],
    ['embeds unknown metadata', { template: { ...embedded, metadata: { name: 'x', color: 'red' } } }],
    ['embeds metadata of the wrong type', { template: { ...embedded, metadata: { labels: { a: 1 } } } }],
    ['embeds a kind of the wrong type', { template: { apiVersion: 'v1', kind: 5 } }],
    ['embeds anything', { raw: { ...embedded, spec: { any: ['thing'] }, data: { x: 1 } } }],
    ['maps to objects', { map: { one: {}, two: { a: 1, b: 2 } } }],
    ['maps to a text', { map: { one: 'x' } }],
    ['maps to null', { map: { one: null } }],
    ['maps to numbers', { numbers: { a: 1, 'b.c': 2 } }],
    ['maps to no numbers', { numbers: { a: 'x', 'b.c': true } }],
    ['has a matrix', { matrix: [[1, 2], [3]] }],
    ['has a wrong matrix', { matrix: [[1, 'x'], 3] }],
    ['has items', { items: [{ a: 'x', c: 1 }, {}] }],
    ['has nothing', { nothing: null }],
    ['has nothing twice', { items: [null, { a: null, b: null }] }],
  ];
  return [
    ...specs.map(([title, spec], index) => opens.createNamed(`o${index}`, `what is open ${title}`, { spec })),
    opens.createNamed('status', 'a status without a subresource', { spec: {}, status: { state: 'a', b: 1 } }),
    opens.merge('such a status counts', '/status', { status: { state: 'b' } }),
    opens.merge('such a status is no subresource', '/status/status', { status: { state: 'c' } }),
    opens.get('nor is a scale', '/status/scale'),
    opens.merge('a spec of the wrong type', '/status', { spec: { numbers: [] } }),
    opens.get('a table with no columns', '/status', table),
    ...specs.map((_, index) => opens.remove(`what is open goes: ${index}`, `/o${index}`)),
    opens.remove('what has a status goes', '/status'),
  ];
}

/** Rules in CEL, on creation and on change. */
export function ruledScript(group: string): readonly Step[] {
  const path = `/apis/${group}/v1/namespaces/{ns}/ruleds`;
  const ruled = new Requests(path, { apiVersion: `${group}/v1`, kind: 'Ruled' });
  const specs: readonly (readonly [string, object])[] = [
    ['nothing', {}],
    ['min above max', { min: 5, max: 3 }],
    ['min below max', { min: 1, max: 3 }],
    ['too large a max', { max: 101 }],
    ['a wrong type', { max: 'x', min: 3 }],
    ['a color that is none', { color: 'pink' }],
    ['a color', { color: 'blue' }],
    ['ports', { ports: [{ name: 'a', port: 1 }] }],
    [
      'a port of zero',
      {
        ports: [
          { name: 'a', port: 1 },
          { name: 'b', port: 0 },
        ],
      },
    ],
    ['a port without a number', { ports: [{ name: 'a' }] }],
    ['an odd number in a map', { map: { a: 2, b: 3 } }],
    ['an amount', { amount: '9Gi' }],
    ['too large an amount', { amount: '11Gi' }],
    ['no amount', { amount: 'much' }],
    ['an insecure site', { site: 'http://example.com' }],
    ['a site', { site: 'https://example.com' }],
    ['a foreign address', { address: '11.0.0.1' }],
    ['an address', { address: '10.1.2.3' }],
    ['an old time', { when: '2019-01-01T00:00:00Z' }],
    ['a new time', { when: '2021-01-01T00:00:00Z' }],
    ['too short', { lasts: '30s' }],
    ['long enough', { lasts: '1h' }],
    ['long enough in words', { lasts: '5 days' }],
    ['too short in words', { lasts: '3 sec and 5 millis' }],
    ['a negative duration', { lasts: '-90.5s' }],
    ['a dash that is too small', { 'a-b': 0 }],
    ['a dash that is too large', { 'a-b': 11 }],
    ['words out of order', { words: ['bb', 'aa'] }],
    ['short words', { words: ['a', 'bb'] }],
    ['large sizes', { sizes: [5, 6] }],
    ['one of a pair', { needs: { a: 'x' } }],
    ['a pair', { needs: { a: 'x', b: 'y' } }],
    ['a field that a rule misses', { odd: {} }],
    ['several faults', { min: 5, max: 3, color: 'pink', sizes: [10] }],
  ];
  return [
    ...specs.map(([title, spec], index) => ruled.createNamed(`r${index}`, `rules about ${title}`, { spec })),
    ruled.createNamed('bad', 'a rule about the name', { spec: {} }),
    ruled.createNamed('rm', 'what rules watch', {
      spec: { fixed: 'a', grows: 5, once: 'x', ports: [{ name: 'a', port: 1 }], color: 'red', max: 50 },
    }),
    ruled.merge('what is fixed', '/rm', { spec: { fixed: 'b' } }),
    ruled.merge('what is fixed may go', '/rm', { spec: { fixed: null } }),
    ruled.merge('what is fixed may come', '/rm', { spec: { fixed: 'c' } }),
    ruled.merge('what only grows', '/rm', { spec: { grows: 4 } }),
    ruled.merge('what grows', '/rm', { spec: { grows: 6 } }),
    ruled.merge('what is set once', '/rm', { spec: { once: 'y' } }),
    ruled.merge('elements that are told apart', '/rm', { spec: { ports: [{ name: 'a', port: 2 }] } }),
    ruled.merge('elements that are new', '/rm', { spec: { ports: [{ name: 'b', port: 2 }] } }),
    ruled.merge('the status', '/rm/status', { status: { done: true } }),
    ruled.merge('the status, undone', '/rm/status', { status: { done: false } }),
    ruled.merge('a rule of the spec does not hold up the status', '/rm/status', { status: { done: true } }),
  ];
}

/** Versions of their own: what is stored in one and read in another. */
export function versionScript(group: string): readonly Step[] {
  const at = (version: string): Requests =>
    new Requests(`/apis/${group}/${version}/namespaces/{ns}/versioneds`, {
      apiVersion: `${group}/${version}`,
      kind: 'Versioned',
    });
  const [v1, beta, alpha] = [at('v1'), at('v1beta1'), at('v1alpha1')];
  return [
    v1.createNamed('a', 'stored in v1', { spec: { size: 9, only1: 'x', onlyBeta: 'y' } }),
    beta.get('read in v1beta1', '/a'),
    beta.createNamed('b', 'written in v1beta1', { spec: { size: 3, only1: 'x' } }),
    v1.get('read in v1', '/b'),
    beta.createNamed('c', 'refused by v1beta1', { spec: { size: 9 } }),
    beta.merge('changed in v1beta1', '/b', { spec: { size: 4, onlyBeta: 'z' } }),
    beta.merge('an unchanged fault is forgiven', '/a', { metadata: { labels: { x: 'y' } } }),
    beta.merge('a changed fault is not', '/a', { spec: { size: 8 } }),
    v1.get('after all that', '/a'),
    v1.get('a list in v1', ''),
    beta.get('a list in v1beta1', ''),
    alpha.get('a deprecated version warns', '/a'),
    at('v0').get('a version that is not served', ''),
    v1.post('another version in the body', {
      apiVersion: `${group}/v1beta1`,
      kind: 'Versioned',
      metadata: { name: 'd' },
    }),
    v1.remove('gone in v1', '/a'),
    beta.get('gone in v1beta1', '/a'),
  ];
}
