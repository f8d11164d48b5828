/** What the process ends with. */
export const EXIT = {
  ok: 0,
  /**
   * `--check` found a difference, some input could not be generated, nothing could be written, or `diff` found changes that
   * `--fail-on` names.
   */
  failed: 1,
  /** The flags or the config file are wrong; nothing was done. */
  usage: 2,
} as const;
