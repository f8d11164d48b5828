/** A trouble that users of other clients have reported, and where the test is that shows it does not happen here. */
export interface Pain {
  /** As the tests' titles name them. */
  readonly references: readonly string[];
  /** What went wrong there, in a few words. */
  readonly trouble: string;
  /** Files whose tests name a reference in their title. */
  readonly tests: readonly string[];
}

const streams = 'test/faults/streams.test.ts';
const recovery = 'test/faults/recovery.test.ts';
const watchList = 'test/faults/watch-list.test.ts';
const handlers = 'test/faults/handlers.test.ts';
const visibility = 'test/faults/visibility.test.ts';
const deadConnections = 'test/runtime/transport/dead-connections.test.ts';
const apiClient = 'test/runtime/transport/api-client.test.ts';

/** Every one that concerns a client. */
export const pains: readonly Pain[] = [
  {
    references: ['javascript#3020'],
    trouble: 'a healthy stream is killed after 30 s',
    tests: [streams, deadConnections],
  },
  {
    references: ['javascript#596', 'javascript#958', 'javascript#364'],
    trouble: 'half-open TCP: the informer stops without a word',
    tests: [streams, deadConnections],
  },
  { references: ['javascript#1933'], trouble: 'starting again from an error stacks loops', tests: [recovery] },
  {
    references: ['javascript#494', 'javascript PR#505'],
    trouble: 'connections leak on reconnect',
    tests: [streams, apiClient],
  },
  {
    references: ['javascript#795', 'javascript#680', 'javascript#1496'],
    trouble: 'dead, or crashed by an unhandled rejection, after ECONNRESET or a restart',
    tests: [streams],
  },
  {
    references: ['javascript#146', 'javascript#249'],
    trouble: 'a truncated line crashes, or loses an event',
    tests: [streams, apiClient, 'test/runtime/decode/watch-decoder.test.ts'],
  },
  {
    references: ['javascript#586', 'java#628', 'java-operator-sdk#1976'],
    trouble: 'big lists come in one piece',
    tests: [recovery],
  },
  { references: ['javascript#322'], trouble: 'handlers cannot be taken off', tests: [handlers] },
  {
    references: ['kubernetes#104171', 'kubernetes#137089', 'fabric8#7896', 'fabric8 PR#7898', 'typha#227'],
    trouble: 'a stale version answered with 200 and a close makes a hot loop',
    tests: [recovery],
  },
  {
    references: ['fabric8#4781', 'fabric8#4340', 'fabric8#3177'],
    trouble: 'watches without an end stop without a log',
    tests: [streams],
  },
  {
    references: ['fabric8#4974', 'fabric8#2992', 'fabric8#4416'],
    trouble: 'a 503 is never tried again',
    tests: [recovery],
  },
  { references: ['fabric8#1943'], trouble: 'a 410 leaks the connection', tests: [streams] },
  { references: ['fabric8#2121'], trouble: 'a thousand objects trickle for a minute', tests: [recovery] },
  {
    references: ['fabric8#7322', 'code-generator#90', 'client-go#801', 'kubernetes#90262'],
    trouble: 'a factory has one informer a type, whatever namespace and selector',
    tests: [handlers],
  },
  {
    references: ['kubernetes#74415', 'apiextensions-apiserver#39', 'radar PR#770'],
    trouble: 'no informer of several namespaces',
    tests: [handlers],
  },
  { references: ['java#912'], trouble: 'the queue grows when reconnects outrun its consumer', tests: [handlers] },
  {
    references: [
      'java#2151',
      'java#2183',
      'java#896',
      'client-go#374',
      'client-go#755',
      'client-go#856',
      'OpenSandbox#1533',
    ],
    trouble: 'a read that blocks for ever freezes the cache',
    tests: [streams, deadConnections],
  },
  {
    references: ['java#3101'],
    trouble: 'bookmarks fail strict decoding',
    tests: ['test/runtime/decode/watch-decoder.test.ts'],
  },
  {
    references: ['kube#1209', 'client-go#1377', 'client-go#871', 'kubernetes#111370'],
    trouble: 'a relist doubles the memory',
    tests: [recovery],
  },
  {
    references: ['kube#577', 'kube#717', 'quilkin#734'],
    trouble: 'no backoff, or one that never starts over',
    tests: [recovery],
  },
  { references: ['trino-operator#936'], trouble: 'one bad watch slows down the others', tests: [recovery] },
  { references: ['kube#1615'], trouble: 'a 410 that heals is surfaced as an error', tests: [recovery] },
  { references: ['kube#1316'], trouble: 'many watches get no events', tests: [handlers] },
  {
    references: [
      'antrea#8123',
      'cozystack PR#2786',
      'k9s#4044',
      'k9s PR#4186',
      'openyurt PR#2745',
      'kubernetes#135895',
    ],
    trouble: 'the end bookmark of a WatchList never comes, and the cache never syncs',
    tests: [watchList],
  },
  {
    references: ['kubernetes PR#136583'],
    trouble: 'versions of unordered initial events are taken for a place to go on from',
    tests: [watchList],
  },
  {
    references: ['controller-runtime#1653', 'kubeswift PR#463'],
    trouble: 'a 403 shows only as a time-out',
    tests: [visibility],
  },
  {
    references: [
      'kubernetes#121474',
      'kubernetes PR#137314',
      'client-go#1326',
      'enhancements#4346',
      'kubernetes#103789',
    ],
    trouble: 'the backlog of a slow handler cannot be seen',
    tests: [handlers],
  },
  { references: ['KFC#979'], trouble: 'a 429 drops events, Retry-After is ignored', tests: [recovery, apiClient] },
  { references: ['production-stack#999'], trouble: '"Too large resource version" for ever', tests: [recovery] },
  {
    references: ['lfk PR#701'],
    trouble: 'watches take lists down with the connection they share',
    tests: ['test/runtime/transport/http2.test.ts'],
  },
];
