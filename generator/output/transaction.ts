import * as nodeFs from 'node:fs';
import path from 'node:path';
import { makeFolder } from './make-folder.js';
import { assertInside } from './manifest.js';
import { realPathInside, realPathsInside } from './real-path.js';

/** The calls that writing makes; tests pass ones that fail. */
export type WriteFs = Pick<
  typeof nodeFs,
  | 'existsSync'
  | 'lstatSync'
  | 'mkdirSync'
  | 'readFileSync'
  | 'realpathSync'
  | 'renameSync'
  | 'rmSync'
  | 'rmdirSync'
  | 'writeFileSync'
>;

/** One change of the output folder. */
export interface FileChange {
  readonly path: string;
  /** The new text; undefined removes the file. */
  readonly text: string | undefined;
}

/**
 * The output could not be changed; what was there before is there again.
 *
 * @example
 * if (error instanceof WriteError) console.error(error.message); // the output is as it was
 */
export class WriteError extends Error {
  override readonly name = 'WriteError';
}

const STAGE = '.informer-gen.tmp';
const JOURNAL = 'journal.json';

/** One entry of the journal. The new text waits under the same path in the staging folder; the old file is put aside under the entry's number. */
interface Step {
  readonly path: string;
  readonly created: boolean;
  readonly replaced: boolean;
}

/** Changes whose new texts lie beside their targets. Either method ends it. */
export interface StagedChanges {
  /** Makes all changes or none: throws a {@link WriteError} with the old files in place again. */
  commit(): void;
  /** Makes none. */
  discard(): void;
}

/**
 * Writes every new text beside its target; a full disk shows here. On `commit` a journal says what is to move, then files
 * move, by rename alone, and folders that are new as a whole. If that fails, what moved is moved back; if the process dies,
 * {@link recover} does it at the start of the next run.
 */
export function stageChanges(out: string, changes: readonly FileChange[], fs: WriteFs = nodeFs): StagedChanges {
  for (const change of changes) assertInside(change.path);
  recover(out, fs);
  refuseLinks(out, changes, fs);
  const stage = path.join(out, STAGE);
  const isThere = foldersIn(out, fs);
  const steps = changes.map((change) => ({
    path: change.path,
    created: change.text !== undefined,
    replaced: isThere(path.dirname(change.path)) && fs.existsSync(path.join(out, change.path)),
  }));
  const allOrNone = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      const { message } = error as Error;
      try {
        undo(out, steps, fs);
      } catch (second) {
        const reason = (second as Error).message;
        throw new WriteError(`${message}; what was changed stays until the next run: ${reason}`, { cause: error });
      }
      throw new WriteError(`nothing was changed: ${message}`, { cause: error });
    }
  };
  claimStage(out, fs);
  allOrNone(() => {
    fs.writeFileSync(path.join(stage, 'pid'), String(process.pid));
    const makeFolders = folderMaker(fs);
    for (const change of changes) {
      if (change.text === undefined) continue;
      const file = newText(stage, change.path);
      makeFolders(path.dirname(file));
      fs.writeFileSync(file, change.text);
    }
  });
  const commit = (): void => {
    allOrNone(() => moveAll(out, steps, fs));
    removeStage(stage, fs);
    removeEmptyFolders(
      out,
      changes.filter(({ text }) => text === undefined),
      fs,
    );
  };
  return { commit, discard: () => undo(out, steps, fs) };
}

/**
 * Makes the staging folder, not one that is there already: nobody else can have put anything into it. Of two runs at once one has it,
 * and the other leaves it alone.
 */
function claimStage(out: string, fs: WriteFs): void {
  const stage = path.join(out, STAGE);
  try {
    makeFolder(out, fs);
    fs.mkdirSync(stage);
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EEXIST' && fs.existsSync(stage);
    const reason = isTaken ? `another run is writing to this folder (${stage})` : (error as Error).message;
    throw new WriteError(`nothing was changed: ${reason}`, { cause: error });
  }
}

function refuseLinks(out: string, changes: readonly FileChange[], fs: WriteFs): void {
  const pathOf = realPathsInside(out, fs);
  try {
    for (const { path: file } of changes) pathOf(file);
  } catch (error) {
    throw new WriteError(`nothing was changed: ${(error as Error).message}`, { cause: error });
  }
}

/** Puts back what a run that died had moved. Does nothing where there is nothing to do. */
export function recover(out: string, fs: WriteFs = nodeFs): void {
  const stage = path.join(out, STAGE);
  const found = fs.lstatSync(stage, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (!found.isDirectory()) throw new WriteError(`${stage} is not a folder of informer-gen: remove it`);
  refuseIfRunning(stage, fs);
  const journal = path.join(stage, JOURNAL);
  try {
    undo(out, fs.existsSync(journal) ? parseJournal(fs.readFileSync(journal, 'utf8')) : [], fs);
  } catch (error) {
    const reason = (error as Error).message;
    throw new WriteError(`an interrupted run cannot be undone (${reason}); restore the output, and remove ${stage}`, {
      cause: error,
    });
  }
}

/**
 * Whether a run died, or is at work, between the first and the last of its moves: then the output may be a mix of old
 * and new. Changes nothing; {@link recover} does.
 */
export function isInterrupted(out: string, fs: WriteFs = nodeFs): boolean {
  return fs.existsSync(path.join(out, STAGE, JOURNAL));
}

function parseJournal(text: string): Step[] {
  const steps: unknown = JSON.parse(text);
  if (!Array.isArray(steps) || !steps.every(isStep)) throw new Error('its journal is damaged');
  for (const step of steps) assertInside(step.path);
  return steps;
}

function isStep(value: unknown): value is Step {
  const step = value as Partial<Step> | null;
  return typeof step?.path === 'string' && typeof step.created === 'boolean' && typeof step.replaced === 'boolean';
}

function refuseIfRunning(stage: string, fs: WriteFs): void {
  const file = path.join(stage, 'pid');
  const pid = fs.existsSync(file) ? Number(fs.readFileSync(file, 'utf8')) : Number.NaN;
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return;
  try {
    process.kill(pid, 0);
  } catch {
    return;
  }
  throw new WriteError(`another run (process ${pid}) is writing to this folder; if there is none, remove ${stage}`);
}

function moveAll(out: string, steps: readonly Step[], fs: WriteFs): void {
  const stage = path.join(out, STAGE);
  fs.writeFileSync(path.join(stage, 'journal.part'), JSON.stringify(steps));
  fs.renameSync(path.join(stage, 'journal.part'), path.join(stage, JOURNAL));
  const pathOf = realPathsInside(out, fs);
  const isThere = foldersIn(out, fs);
  const moved = new Set<string>();
  steps.forEach((step, index) => {
    if (step.replaced) fs.renameSync(pathOf(step.path), oldFile(stage, index));
    if (!step.created) return;
    const whole = newFolder(path.dirname(step.path), isThere) ?? step.path;
    if (moved.has(whole)) return;
    fs.renameSync(newText(stage, whole), pathOf(whole));
    moved.add(whole);
  });
}

/** The outermost of the folders around a file that is not in the output: all that is in it is new. */
function newFolder(folder: string, isThere: (folder: string) => boolean): string | undefined {
  if (isThere(folder)) return undefined;
  const outer = path.dirname(folder);
  return newFolder(outer, isThere) ?? folder;
}

/**
 * Tells which folders were in the output when each was first asked for. Keep it for one step of the work, between whose calls nobody
 * is waited for.
 */
function foldersIn(out: string, fs: WriteFs): (folder: string) => boolean {
  const known = new Map<string, boolean>();
  const isThere = (folder: string): boolean => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    // A link is there, wherever it leads.
    const found =
      (folder === '.' || isThere(path.dirname(folder))) &&
      fs.lstatSync(path.join(out, folder), { throwIfNoEntry: false }) !== undefined;
    known.set(folder, found);
    return found;
  };
  return isThere;
}

/** Makes folders, each once. */
function folderMaker(fs: WriteFs): (folder: string) => void {
  const made = new Set<string>();
  return (folder) => {
    if (!made.has(folder)) makeFolder(folder, fs);
    made.add(folder);
  };
}

/** Where a new text or folder waits. Not by `path.join`, which looks at every character of a path, for thousands of them. */
function newText(stage: string, file: string): string {
  return `${stage}${path.sep}new${path.sep}${file}`;
}

/** Where an old file is put aside. */
function oldFile(stage: string, index: number): string {
  return `${stage}${path.sep}old-${index}`;
}

/** Backwards: a new file that is in place goes, an old one that was put aside comes back. */
function undo(out: string, steps: readonly Step[], fs: WriteFs): void {
  const stage = path.join(out, STAGE);
  const pathOf = realPathsInside(out, fs);
  for (const [index, step] of [...steps.entries()].reverse()) {
    const target = pathOf(step.path);
    const aside = oldFile(stage, index);
    const placed =
      step.created && !fs.existsSync(newText(stage, step.path)) && fs.existsSync(path.join(stage, JOURNAL));
    if (fs.existsSync(aside)) fs.renameSync(aside, target);
    else if (placed && !step.replaced) fs.rmSync(target, { force: true });
  }
  removeStage(stage, fs);
}

/** The journal goes first, in one step: from then on nothing is to be undone, wherever the removal of the rest ends. */
function removeStage(stage: string, fs: WriteFs): void {
  fs.rmSync(path.join(stage, JOURNAL), { force: true });
  fs.rmSync(stage, { recursive: true, force: true });
}

function removeEmptyFolders(out: string, removed: readonly FileChange[], fs: WriteFs): void {
  const folders = new Set(removed.map((change) => path.dirname(change.path)));
  for (const folder of folders) {
    for (let at = folder; at !== '.' && at !== ''; at = path.dirname(at)) {
      try {
        fs.rmdirSync(realPathInside(out, at, fs));
      } catch {
        break; // Not empty, which is the rule.
      }
    }
  }
}
