import type { ResourceTypes } from '../../../generated/generic.js';
import type { Fixtures } from './fixture.js';
import { core } from './fixtures-core.js';
import { groups } from './fixtures-groups.js';
import { preview } from './fixtures-preview.js';

/** The compiler says whether this is exactly one fixture a resource. */
const fixtures = { ...core, ...groups } satisfies Fixtures<ResourceTypes>;

/** One object, its name apart from the rest of what is sent. */
export interface NamedBody {
  readonly name: string;
  readonly body: object;
}

/** One object of every built-in resource, by key: `apps/v1/deployments`. */
export const bodies: ReadonlyMap<string, NamedBody> = new Map(
  [...Object.entries(fixtures), ...Object.entries(preview)].flatMap(([apiVersion, byName]) =>
    Object.entries(byName).map(([plural, fixture]: [string, object]) => {
      const { name = `every-${apiVersion.split('/').at(-1)}`, ...body } = fixture as { name?: string };
      return [`${apiVersion}/${plural}`, { name, body }];
    }),
  ),
);
