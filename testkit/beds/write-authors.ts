import type { KubernetesObject } from '@informer-gen/runtime';
import type { BedRun } from './bed-run.js';
import { changeId, isLaterVersion } from './object-changes.js';
import type { ObjectChange } from './object-changes.js';

/** Versions whose author is remembered. */
const MAX_VERSIONS = 20_000;

/** A write of a run that was answered. */
export interface AnsweredWrite {
  readonly resource: string;
  /** The key of the object that was written. */
  readonly key: string;
  /** The object as the server returned it; undefined where it returned a Status. */
  readonly answer: KubernetesObject | undefined;
  readonly isDelete: boolean;
  readonly run: BedRun;
  /** The highest resourceVersion known when the request was sent: the answer to a write that changed nothing has no later one. */
  readonly sentAfter: string;
}

/** Which run wrote which version of an object. */
export class WriteAuthors {
  readonly #versions = new Map<string, BedRun>();
  readonly #deletions = new Map<string, BedRun>();
  /** The highest resourceVersion seen so far. */
  highestVersion = '';

  /** A version has arrived, by an event or in an answer. */
  saw(version: string): void {
    if (isLaterVersion(version, this.highestVersion)) this.highestVersion = version;
  }

  answered({ resource, key, answer, isDelete, run, sentAfter }: AnsweredWrite): void {
    const { resourceVersion: version = '', deletionTimestamp, finalizers = [] } = answer?.metadata ?? {};
    // A write that removes the last finalizer deletes the object.
    const isGone = deletionTimestamp !== undefined && finalizers.length === 0;
    if (isDelete || isGone) this.#deletions.set(changeId(resource, key), run);
    if (!isLaterVersion(version, sentAfter)) return;
    this.#versions.set(version, run);
    this.saw(version);
    if (this.#versions.size <= MAX_VERSIONS) return;
    for (const oldest of this.#versions.keys()) {
      this.#versions.delete(oldest);
      break;
    }
  }

  /** The run that made a change; undefined for a change from outside, and while the write has not been answered. */
  of(change: ObjectChange): BedRun | undefined {
    change.author ??= this.#find(change);
    return change.author;
  }

  /** From here on, earlier writes count as changes from outside. */
  forget(): void {
    this.#versions.clear();
    this.#deletions.clear();
  }

  #find({ resource, key, version }: ObjectChange): BedRun | undefined {
    if (version !== undefined) return this.#versions.get(version);
    const id = changeId(resource, key);
    const run = this.#deletions.get(id);
    this.#deletions.delete(id);
    return run;
  }
}
