import type * as nodeFs from 'node:fs';
import path from 'node:path';

/** The calls that looking at paths makes. */
export type PathFs = Pick<typeof nodeFs, 'lstatSync' | 'realpathSync'>;

/**
 * Returns the path of a file in the output folder, after a look at where it really is: throws where a link on the way leads
 * out of the folder. A link in the position of the file itself does no harm: files are moved and removed, never written
 * through.
 */
export function realPathInside(out: string, file: string, fs: PathFs): string {
  const target = path.join(out, file);
  if (!exists(out, fs)) return target;
  const root = fs.realpathSync(out);
  let folder = path.dirname(target);
  while (!exists(folder, fs)) folder = path.dirname(folder);
  const real = fs.realpathSync(folder);
  // The root of a file system ends in the separator already.
  if (real === root || real.startsWith(root.endsWith(path.sep) ? root : root + path.sep)) return target;
  throw new Error(
    `${file} would be written elsewhere: ${path.relative(out, folder)} is a link out of the output folder`,
  );
}

/**
 * The same for many files. Each folder is looked at once, for as long as the function is kept: keep it for one step of the
 * work, between whose calls nobody is waited for.
 */
export function realPathsInside(out: string, fs: PathFs): (file: string) => string {
  const safe = new Set<string>(['.']);
  // Not by `path.join`, which looks at every character of a path, for thousands of them.
  const root = out.endsWith(path.sep) ? out : out + path.sep;
  const look = (folder: string): void => {
    if (safe.has(folder)) return;
    look(path.dirname(folder));
    // What is no link is where its parent is: only of links all of the way is looked at.
    const found = fs.lstatSync(path.join(out, folder), { throwIfNoEntry: false });
    if (found?.isSymbolicLink() === true) realPathInside(out, path.join(folder, 'file'), fs);
    safe.add(folder);
  };
  return (file) => {
    look(path.dirname(file));
    return root + file;
  };
}

/** Whether there is anything at a path, a link that leads nowhere included. */
function exists(file: string, fs: PathFs): boolean {
  return fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}
