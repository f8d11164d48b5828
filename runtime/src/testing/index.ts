/** Fakes and the simulated API server, for tests of this runtime and of whatever is built on it. */
export { FakeClock, settle } from './fake-clock.js';
export * from './apiserver/index.js';
export { FakeClient, FakeListerWatcher, type FakeRequest } from './fake-source.js';
export { FakeWatch } from './fake-watch.js';
