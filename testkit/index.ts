/** Fakes and the simulated API server, for tests of this runtime and of whatever is built on it. */
export { FakeClock, settle } from './fakes/fake-clock.js';
export * from './simulated/index.js';
export { FakeClient, FakeListerWatcher, type FakeRequest } from './fakes/fake-lister-watcher.js';
export { FakeWatch } from './fakes/fake-watch.js';
