import { describe, expect, it } from 'vitest';
import { importedBuiltIns, loadedModules } from './loaded-modules.js';

function inGenerated(specifier: string): string[] {
  return loadedModules(specifier).filter((path) => path.startsWith('generated/'));
}

describe('@informer-gen/kubernetes', { timeout: 60_000 }, () => {
  it('loads one file of its own for one resource', () => {
    expect(inGenerated('@informer-gen/kubernetes/core/v1/pods')).toEqual(['generated/core/v1/pods.ts']);
    expect(inGenerated('@informer-gen/kubernetes/preview/storage.k8s.io/v1beta1/volumeattributesclasses')).toHaveLength(
      1,
    );
  });

  it('loads one version for a version', () => {
    const loaded = inGenerated('@informer-gen/kubernetes/apps/v1/index');
    expect(loaded).toContain('generated/apps/v1/deployments.ts');
    expect(loaded.filter((path) => !path.startsWith('generated/apps/v1/'))).toEqual([]);
  });

  it('loads every stable resource, and none that is not, for the factory', () => {
    const loaded = loadedModules('@informer-gen/kubernetes');
    expect(loaded).toContain('generated/core/v1/pods.ts');
    expect(loaded).toContain('generated/storage.k8s.io/v1/storageclasses.ts');
    // The clients of all resources are apart, so that a program that only reads does not pay for them.
    expect(loaded).not.toContain('generated/clientset.ts');
    expect(loaded.filter((path) => path.startsWith('generated/preview/'))).toEqual([]);
    // Nor what only types, tests and kubeconfigs need.
    expect(loaded).toContain('runtime/src/codegen/v1.ts');
    expect(loaded.filter((path) => /testkit\/|client-node|^generated\/.*\/types\.ts$/.test(path))).toEqual([]);
  });
});

describe('@informer-gen/runtime', { timeout: 60_000 }, () => {
  // An import reads all that a module of Node exports, which loads others: a quarter of the time that a program needs to start.
  it('imports none of the modules of Node that cost time before something is sent or read', () => {
    expect(importedBuiltIns('@informer-gen/runtime')).toEqual(['node:path']);
  });
});

describe('importing the helpers of controllers', () => {
  it('loads nothing of informers, of the manager or of the network', () => {
    const loaded = loadedModules('@informer-gen/runtime/controller/helpers');
    expect(loaded).toContain('runtime/src/controller/helpers/finalizers.ts');
    const others = loaded.filter((path) => !/^runtime\/src\/(api|async|observe|controller\/helpers)\//.test(path));
    expect(others).toEqual(['runtime/src/client/call-body.ts']);
  });
});

describe('@informer-gen/runtime/controller', { timeout: 60_000 }, () => {
  it('is loaded by nobody who does not import it', () => {
    for (const specifier of ['@informer-gen/runtime', '@informer-gen/runtime/client-go', '@informer-gen/kubernetes']) {
      const loaded = loadedModules(specifier).filter((path) => path.startsWith('runtime/src/controller/'));
      expect(loaded).toEqual([]);
    }
    expect(loadedModules('@informer-gen/runtime/controller')).toContain('runtime/src/controller/index.ts');
  });
});

describe('@informer-gen/runtime/metrics', { timeout: 60_000 }, () => {
  it('is loaded by nobody who does not import it, and loads nothing of another package, nor of informers', () => {
    for (const specifier of ['@informer-gen/runtime', '@informer-gen/runtime/controller']) {
      expect(loadedModules(specifier).filter((path) => path.startsWith('runtime/src/metrics/'))).toEqual([]);
    }
    const loaded = loadedModules('@informer-gen/runtime/metrics');
    expect(loaded).toContain('runtime/src/metrics/metrics.ts');
    expect(loaded.filter((path) => !/^runtime\/src\/(api|async|observe|metrics)\//.test(path))).toEqual([]);
  });
});

describe('@informer-gen/runtime/inspect', { timeout: 60_000 }, () => {
  it('is loaded by nobody who does not import it, and loads neither manager nor transport', () => {
    for (const specifier of ['@informer-gen/runtime', '@informer-gen/runtime/controller']) {
      const loaded = loadedModules(specifier).filter((path) => path.startsWith('runtime/src/inspect/'));
      expect(loaded).toEqual([]);
    }
    const loaded = loadedModules('@informer-gen/runtime/inspect');
    expect(loaded).toContain('runtime/src/inspect/page/assets.ts');
    expect(loaded.filter((path) => /src\/(controller|transport|client|informer)\//.test(path))).toEqual([]);
  });
});
