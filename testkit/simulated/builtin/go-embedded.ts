/** Structs that are part of another one without a field of their own in JSON, by the fields that they bring. */
interface Embedded {
  readonly name: string;
  /** Either these alone, or all but those. */
  readonly only?: readonly string[];
  readonly except?: readonly string[];
}

const reference: Embedded = { name: 'LocalObjectReference', only: ['name'] };

/** By the name of the struct in Go that they are part of. */
const EMBEDDED: Readonly<Record<string, Embedded>> = {
  Volume: { name: 'VolumeSource', except: ['name'] },
  Probe: { name: 'ProbeHandler', only: ['exec', 'httpGet', 'tcpSocket', 'grpc'] },
  EphemeralContainer: { name: 'EphemeralContainerCommon', except: ['targetContainerName'] },
  ConfigMapEnvSource: reference,
  SecretEnvSource: reference,
  ConfigMapKeySelector: reference,
  SecretKeySelector: reference,
  ConfigMapVolumeSource: reference,
  ConfigMapProjection: reference,
  SecretProjection: reference,
};

/** The embedded struct that a field is from, which Go names on the way to it; undefined: it is the struct's own. */
export function embeddedOf(struct: string, field: string): string | undefined {
  const embedded = Object.hasOwn(EMBEDDED, struct) ? EMBEDDED[struct] : undefined;
  if (embedded === undefined) return undefined;
  const isPart = embedded.only?.includes(field) ?? !embedded.except?.includes(field);
  return isPart ? embedded.name : undefined;
}
