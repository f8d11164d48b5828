import { isJsonObject } from '../objects/api-object.js';
import type { JsonObject } from '../objects/api-object.js';
import { goQuote } from '../rules/go-text.js';
import { indexed, objectIn, objectsIn, textIn } from './checks.js';
import { fractionalBytes } from './container-resources.js';

const OLD_VOLUMES: Readonly<Record<string, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  ephemeral: '',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};

/** What the server warns of in the volumes of a pod. */
export function volumeWarnings(spec: JsonObject, path: string): string[] {
  const volumes = objectsIn(spec, 'volumes');
  return [
    ...indexed(volumes, `${path}.volumes`).flatMap(([volume, at]) =>
      Object.entries(OLD_VOLUMES).flatMap(([source, text]) => {
        const found = volume[source];
        if (!isJsonObject(found)) return [];
        if (source === 'ephemeral') {
          const template = objectIn(found, 'volumeClaimTemplate');
          return claimWarnings(objectIn(template, 'spec'), `${at}.ephemeral.volumeClaimTemplate.spec`);
        }
        return [`${at}.${source === 'storageos' ? 'storageOS' : source}: ${text}`];
      }),
    ),
    ...volumes.flatMap(overlapWarnings),
  ];
}

/** What the server warns of in the specification of a claim. */
export function claimWarnings(spec: JsonObject, path: string): string[] {
  const resources = objectIn(spec, 'resources');
  return ['requests', 'limits'].flatMap((kind) =>
    fractionalBytes(objectIn(resources, kind), ['storage']).map(
      ([, value]) =>
        `${path}.resources.${kind}[storage]: fractional byte value ${goQuote(String(value))} is invalid, must be an integer`,
    ),
  );
}

/** A file in a volume, and what it comes from. */
interface Placed {
  readonly path: string;
  readonly source: string;
}

function overlapWarnings(volume: JsonObject): string[] {
  const kinds: readonly (readonly [field: string, described: string])[] = [
    ['configMap', `ConfigMap ${goQuote(textIn(objectIn(volume, 'configMap'), 'name'))}`],
    ['secret', `Secret ${goQuote(textIn(objectIn(volume, 'secret'), 'secretName'))}`],
    ['downwardAPI', 'DownwardAPI'],
  ];
  const name = goQuote(textIn(volume, 'name'));
  const said = (described: string, text: string): string => `volume ${name} (${described}): overlapping paths: ${text}`;
  const empty = objectsIn(objectIn(volume, 'projected'), 'sources')
    .filter((source) => Object.keys(source).length === 0)
    .map(() => `volume ${name} (Projected) has no sources provided`);
  return [
    ...kinds.flatMap(([field, described]) =>
      overlaps(filesOf(objectIn(volume, field), '')).map((text) => said(described, text)),
    ),
    ...empty,
    ...overlaps(objectsIn(objectIn(volume, 'projected'), 'sources').flatMap(projectedFiles)).map((text) =>
      said('Projected', text),
    ),
  ];
}

function filesOf(source: JsonObject, described: string): Placed[] {
  return objectsIn(source, 'items').map((item) => ({ path: textIn(item, 'path'), source: described }));
}

function projectedFiles(source: JsonObject): Placed[] {
  const [map, secret, fields] = [source['configMap'], source['secret'], source['downwardAPI']];
  if (isJsonObject(map)) return filesOf(map, `ConfigMap ${goQuote(textIn(map, 'name'))}`);
  if (isJsonObject(secret)) return filesOf(secret, `Secret ${goQuote(textIn(secret, 'name'))}`);
  if (isJsonObject(fields)) return filesOf(fields, 'DownwardAPI');
  const token = source['serviceAccountToken'];
  return isJsonObject(token) ? [{ path: textIn(token, 'path'), source: 'ServiceAccountToken' }] : [];
}

function overlaps(files: readonly Placed[]): string[] {
  const trimmed = files.map(({ path, source }) => ({ path: path.replace(/\/+$/, ''), source }));
  const shown = ({ path, source }: Placed): string => goQuote(path) + (source === '' ? '' : ` (${source})`);
  return trimmed.flatMap((file, index) =>
    trimmed
      .slice(0, index)
      .filter((other) => isBelow(file.path, other.path))
      .map((other) => `${shown(file)} with ${shown(other)}`),
  );
}

/** Whether one of two paths is the other, or leads to it. */
function isBelow(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}
