import { Option } from 'commander';
import type { Command } from 'commander';

/** The flags that choose among the kinds of the inputs, for every command that reads inputs. */
export function addSelectionOptions(command: Command): Command {
  return command
    .option('--include <pattern...>', 'globs on group/version/kind; the core group is "core"')
    .option('--exclude <pattern...>', 'the same, to leave out')
    .addOption(
      new Option('--versions <which>', 'which versions of a CRD (default: served)').choices([
        'served',
        'storage',
        'all',
      ]),
    );
}
