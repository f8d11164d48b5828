/** Where modules are that belong to no group. */
export const SHARED_FOLDER = 'shared';

const CORE_FOLDER = 'core';

/**
 * Names in the output folder that are no group's: a group of that name gets a trailing underscore, which no group has.
 * DNS names may end in `.ts`, so that a group could be called as one of our files.
 */
const RESERVED_FOLDERS: ReadonlySet<string> = new Set([
  SHARED_FOLDER,
  CORE_FOLDER,
  'index.ts',
  'factory.ts',
  'clientset.ts',
  'generic.ts',
]);

/** Files of a version's folder that are no resource's. */
const RESERVED_FILES: ReadonlySet<string> = new Set(['index', 'types', 'writes']);

/** Names of devices, which Windows lets no file have, whatever follows behind a dot. They get an underscore too. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/;

/** The folder of a group: the group itself, `core` for the core group. */
export function groupFolder(group: string): string {
  if (group === '') return CORE_FOLDER;
  return RESERVED_FOLDERS.has(group) ? `${group}_` : group.replace(DEVICE, '$1_');
}

/** The inverse of {@link groupFolder}. */
export function groupOfFolder(folder: string): string {
  return folder === CORE_FOLDER ? '' : folder.replace(/_(?=\.|$)/, '');
}

/** The folder of a version below that of its group: the version itself. */
export function versionSubfolder(version: string): string {
  return version.replace(DEVICE, '$1_');
}

/** The inverse of {@link versionSubfolder}. */
export function versionOfSubfolder(folder: string): string {
  return folder.replace(/_$/, '');
}

/** The file of a resource, without extension: its plural. */
export function resourceFile(plural: string): string {
  return RESERVED_FILES.has(plural) ? `${plural}_` : plural.replace(DEVICE, '$1_');
}
