import type { ControllerBed } from '@informer-gen/testing';

/** From now on, nothing of a resource arrives: its watches are cut, and new ones and lists are never answered. */
export function freeze(bed: ControllerBed, resource: string): () => void {
  const ends = ['watch', 'list'].map((verb) =>
    bed.server.onRequest((request) =>
      request.verb === verb && request.resource === resource ? { effect: 'hang' as const } : undefined,
    ),
  );
  bed.server.cutWatches('close', { resource });
  return () => ends.forEach((end) => end());
}
