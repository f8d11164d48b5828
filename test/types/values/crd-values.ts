import { readDocuments } from '../../../generator/input/yaml/read-documents.js';
import type { Claim } from './literals.js';
import { mutationsOf } from './mutations.js';
import { sampleFields, type Mode } from './sample.js';
import type { Json, Schema } from './schema.js';

/** A CRD, as far as its objects are concerned. */
export interface Crd {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly scope?: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly version?: string;
    readonly versions?: readonly CrdVersion[];
    readonly validation?: { readonly openAPIV3Schema?: Schema };
  };
}

interface CrdVersion {
  readonly name: string;
  readonly served?: boolean;
  readonly storage?: boolean;
  readonly schema?: { readonly openAPIV3Schema?: Schema };
  readonly subresources?: { readonly status?: object };
}

/** One served version of a CRD. */
export interface CrdResource {
  readonly crd: Crd;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  readonly storage: boolean;
  readonly schema: Schema | undefined;
  /** The status is written on a path of its own. */
  readonly hasStatusPath: boolean;
}

/** The served versions of the CRDs in a text of YAML, which is read as Kubernetes does: `y` is no text, but true. */
export function crdResources(yaml: string): CrdResource[] {
  const documents = readDocuments(yaml).map((one) => (one.type === 'value' ? (one.value as Crd | null) : null));
  const crds = documents.filter((one): one is Crd => one?.kind === 'CustomResourceDefinition');
  return crds.flatMap((crd) => {
    const { group, scope, names, validation } = crd.spec;
    const versions = crd.spec.versions ?? [{ name: crd.spec.version ?? '', storage: true }];
    return versions
      .filter(({ served }) => served !== false)
      .map((version) => ({
        crd,
        group,
        version: version.name,
        ...names,
        namespaced: scope !== 'Cluster',
        storage: version.storage === true,
        schema: (version.schema ?? validation)?.openAPIV3Schema,
        hasStatusPath: version.subresources?.status !== undefined,
      }));
  });
}

/** What every object has, whatever its schema says. */
export const HEAD: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** A whole object around what a schema asks for. */
export function wholeObject(resource: CrdResource, body: { readonly [name: string]: Json }): { [name: string]: Json } {
  const fields = Object.entries(body).filter(([name]) => !HEAD.has(name));
  return {
    apiVersion: `${resource.group}/${resource.version}`,
    kind: resource.kind,
    metadata: {
      name: 'sample',
      ...(resource.namespaced && { namespace: 'default' }),
      uid: '123e4567-e89b-12d3-a456-426614174000',
      resourceVersion: '1',
      creationTimestamp: '2026-01-02T03:04:05Z',
    },
    ...Object.fromEntries(fields),
  };
}

/** Right and wrong objects of a resource, and what the compiler must say of each. */
export function claimsAbout(resource: CrdResource, type: string, perMistake: number): Claim[] {
  const { schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } } = resource;
  const about = `${resource.group}/${resource.version} ${resource.kind}`;
  const modes: readonly Mode[] = ['required', 'all', 'other'];
  const right = modes.map((mode) => ({
    type,
    value: wholeObject(resource, sampleFields(schema, mode)),
    about: `${about}, ${mode}`,
  }));
  const wrong = mutationsOf({ ...schema, type: 'object' }, { perMistake, except: HEAD }).map((mutation) => ({
    type,
    value: wholeObject(resource, mutation.value as { readonly [name: string]: Json }),
    about,
    wrong: `${mutation.mistake} at ${mutation.path.join('.')}`,
  }));
  return [...right, ...wrong];
}
