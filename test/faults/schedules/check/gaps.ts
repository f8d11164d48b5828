import type { HandlerReport, InformerReport, SeenEvent } from '../read/report.js';
import type { WriteEntry } from '../write/write-log.js';

type Acknowledged = WriteEntry & { readonly resourceVersion: string };

/**
 * Acknowledged states that a handler was not told although the informer did not list again: a gap. For a handler that was
 * removed, only states between two that it saw of the same object count.
 */
export function findGaps(
  informer: InformerReport,
  handler: HandlerReport,
  acknowledged: readonly Acknowledged[],
): string[] {
  const seen = new Set(handler.events.filter(({ type }) => type !== 'delete').map(idOf));
  const expected = handler.live ? acknowledged : betweenSeen(handler.events, acknowledged);
  return expected
    .filter((state) => !seen.has(idOf(state)))
    .filter((state) => !wasBefore(handler, state) && !isRelisted(informer, state))
    .map((state) => `gap: ${idOf(state)} (write ${state.serial}) was not told, and nothing was listed again`);
}

/** What may only follow from a relist: an update to another object, and a delete of which the end was not seen. */
export function findUnexplained(informer: InformerReport, handler: HandlerReport): string[] {
  const relists = Object.values(informer.relists).reduce((sum, windows) => sum + windows.length - 1, 0);
  return handler.events.flatMap((event) => {
    const changedUid = event.type === 'update' && event.uid !== event.oldUid;
    if (changedUid && !isRelisted(informer, event)) return [`${idOf(event)} took the name of another without a relist`];
    const missed = event.type === 'delete' && event.finalStateUnknown === true;
    return missed && relists === 0 ? [`the deletion of ${idOf(event)} was missed without a relist`] : [];
  });
}

function betweenSeen(events: readonly SeenEvent[], acknowledged: readonly Acknowledged[]): readonly Acknowledged[] {
  const first = new Map<string, number>();
  const last = new Map<string, number>();
  for (const { key, resourceVersion } of events) {
    if (!first.has(key)) first.set(key, Number(resourceVersion));
    last.set(key, Number(resourceVersion));
  }
  return acknowledged.filter(({ key, resourceVersion }) => {
    const version = Number(resourceVersion);
    return version > (first.get(key) ?? Infinity) && version < (last.get(key) ?? 0);
  });
}

/** The state is older than what the informer had when the handler was added. */
function wasBefore({ since }: HandlerReport, { key, resourceVersion }: Acknowledged): boolean {
  const version = since[''] ?? since[namespaceOf(key)];
  return version !== undefined && Number(resourceVersion) <= Number(version);
}

function isRelisted({ relists }: InformerReport, { key, resourceVersion }: IdentifiedState): boolean {
  const version = Number(resourceVersion);
  const windows = relists[''] ?? relists[namespaceOf(key)] ?? [];
  return windows.some(({ from, to }) => version > Number(from) && version <= Number(to ?? Infinity));
}

interface IdentifiedState {
  readonly key: string;
  readonly resourceVersion: string;
}

function namespaceOf(key: string): string {
  return key.slice(0, key.indexOf('/'));
}

function idOf({ key, resourceVersion }: IdentifiedState): string {
  return `${key}@${resourceVersion}`;
}
