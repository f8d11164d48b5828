import type { Command, Option } from 'commander';
import { UsageError } from '../errors.js';

/** What may follow a command; the program itself has no name. */
interface Completed {
  readonly command: string;
  readonly options: readonly Option[];
  /** Default none. */
  readonly words?: readonly string[] | undefined;
  readonly takesFiles: boolean;
}

const SHELLS = ['bash', 'zsh', 'fish'];

/** A completion script for a shell, made of the commands and flags that the program has. */
export function completionScript(shell: string, program: Command): string {
  const visible = program.createHelp().visibleCommands(program);
  const names = visible.map((command) => command.name());
  const words: Readonly<Record<string, readonly string[]>> = { completion: SHELLS, help: names };
  const commands = visible.map((command) => ({
    command: command.name(),
    options: command.createHelp().visibleOptions(command),
    words: words[command.name()],
    takesFiles: command.name() === 'diff',
  }));
  const itself = { command: '', options: program.createHelp().visibleOptions(program), takesFiles: true };
  switch (shell) {
    case 'bash':
      return bash([...commands, itself], names);
    case 'zsh':
      return `#compdef informer-gen\nautoload -U +X bashcompinit && bashcompinit\n${bash([...commands, itself], names)}`;
    case 'fish':
      return fish(commands, itself, names);
    default:
      throw new UsageError(`completion knows bash, zsh and fish, not ${JSON.stringify(shell)}`);
  }
}

/** The first word that is a command decides which flags there are. */
function bash(completed: readonly Completed[], names: readonly string[]): string {
  return `_informer_gen() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" command='' flags words files i
  for (( i = 1; i < COMP_CWORD; i++ )); do
    case "\${COMP_WORDS[i]}" in
      ${names.join('|')}) command="\${COMP_WORDS[i]}"; break;;
    esac
  done
  case "$command $before" in
${completed.flatMap(bashChoices).join('\n')}
  esac
  case "$command" in
${completed.map(bashFlags).join('\n')}
  esac
  [[ $COMP_CWORD -eq 1 ]] && words='${names.join(' ')}'
  if [[ "$word" == -* ]]; then
    COMPREPLY=( $(compgen -W "$flags" -- "$word") )
  elif [[ "$before" == -* || -n "$files" ]]; then
    COMPREPLY=( $(compgen -W "$words" -- "$word") $(compgen -f -- "$word") )
  else
    COMPREPLY=( $(compgen -W "$words" -- "$word") )
  fi
}
complete -o filenames -F _informer_gen informer-gen
`;
}

function bashChoices({ command, options }: Completed): string[] {
  return options.flatMap(({ long, argChoices }) => {
    if (argChoices === undefined) return [];
    return [`    '${command} ${long}') COMPREPLY=( $(compgen -W '${argChoices.join(' ')}' -- "$word") ); return;;`];
  });
}

function bashFlags({ command, options, words = [], takesFiles }: Completed): string {
  const flags = options.map(({ long }) => long).join(' ');
  return `    '${command}') flags='${flags}' words='${words.join(' ')}' files=${takesFiles ? 'yes' : ''};;`;
}

function fish(commands: readonly Completed[], itself: Completed, names: readonly string[]): string {
  const without = `not __fish_seen_subcommand_from ${names.join(' ')}`;
  const lines = [
    `complete -c informer-gen -n '${without}' -a '${names.join(' ')}'`,
    ...fishOptions(itself, without),
    ...commands.flatMap((completed) => {
      const { command, words = [], takesFiles } = completed;
      const within = `__fish_seen_subcommand_from ${command}`;
      const taken = takesFiles ? [] : [`complete -c informer-gen -n '${within}' -f -a '${words.join(' ')}'`];
      return [...taken, ...fishOptions(completed, within)];
    }),
  ];
  return `${lines.join('\n')}\n`;
}

function fishOptions({ options }: Completed, condition: string): string[] {
  return options.flatMap(({ long, short, description, argChoices, required }) => {
    if (!long) return [];
    const text = description.replaceAll("'", "\\'");
    const values = argChoices === undefined ? (required ? ' -r' : '') : ` -x -a '${argChoices.join(' ')}'`;
    const letter = short ? ` -s ${short.slice(1)}` : '';
    return [`complete -c informer-gen -n '${condition}' -l ${long.slice(2)}${letter}${values} -d '${text}'`];
  });
}
