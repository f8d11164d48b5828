import { InformerError } from '../../api/informer-error.js';
import type { KubernetesObject } from '../../api/object.js';
import { cacheKey, resourceKey, resourceName } from '../../api/resource.js';
import type { Resource } from '../../api/resource.js';
import { MetadataSharedInformerFactory } from '../../factory/dynamic-factories.js';
import type { NewInformerFunc } from '../../factory/informer-host.js';
import type { ResourceInformerOptions } from '../../factory/new-resource-informer.js';
import { BaseSharedInformerFactory } from '../../factory/shared-informer-factory.js';
import type { SharedInformerFactoryOptions } from '../../factory/shared-informer-factory.js';
import type { SharedIndexInformer } from '../../informer/shared-informer.js';
import type { Client } from '../../source/lister-watcher.js';

/** How much of its objects is cached of each resource: never both, since the two caches would drift apart. */
export class CachedForms {
  readonly #forms = new Map<string, 'whole' | 'as metadata alone'>();

  claim(resource: Resource, form: 'whole' | 'as metadata alone'): void {
    const key = resourceKey(resource);
    const known = this.#forms.get(key) ?? form;
    if (known !== form)
      throw new InformerError(
        'Configuration',
        `${resourceName(resource)}: watched whole and as metadata alone: the two caches would drift apart`,
      );
    this.#forms.set(key, form);
  }
}

/** Knows which resources somebody has asked for whole, whether through it or through a factory over the manager. */
export class ManagerInformerFactory extends BaseSharedInformerFactory {
  readonly #forms: CachedForms;
  readonly #asked = new Map<string, SharedIndexInformer<KubernetesObject>>();

  constructor(client: Client, options: SharedInformerFactoryOptions, forms: CachedForms) {
    super(client, options);
    this.#forms = forms;
  }

  override informerFor<T extends KubernetesObject>(
    resource: Resource<T>,
    newFunc?: NewInformerFunc<T>,
  ): SharedIndexInformer<T> {
    this.#forms.claim(resource, 'whole');
    const informer = super.informerFor(resource, newFunc);
    this.#asked.set(cacheKey(resource), informer);
    return informer;
  }

  existing<T extends KubernetesObject>(resource: Resource<T>): SharedIndexInformer<T> | undefined {
    // The key names the resource and its projection, whose objects have one type.
    return this.#asked.get(cacheKey(resource)) as unknown as SharedIndexInformer<T> | undefined;
  }

  protected override newInformer<T extends KubernetesObject>(
    resource: Resource<T>,
    options: ResourceInformerOptions<T>,
  ): SharedIndexInformer<T> {
    this.#forms.claim(resource, 'whole');
    return super.newInformer(resource, options);
  }
}

/** The same for informers of metadata alone. */
export class ManagerMetadataFactory extends MetadataSharedInformerFactory {
  readonly #forms: CachedForms;

  constructor(client: Client, options: SharedInformerFactoryOptions, forms: CachedForms) {
    super(client, options);
    this.#forms = forms;
  }

  protected override newInformer<T extends KubernetesObject>(
    resource: Resource<T>,
    options: ResourceInformerOptions<T>,
  ): SharedIndexInformer<T> {
    this.#forms.claim(resource, 'as metadata alone');
    return super.newInformer(resource, options);
  }
}
