import type { Command } from 'commander';
import { UsageError } from '../errors.js';

/** A completion script for a shell, made of the commands and flags that the program has. */
export function completionScript(shell: string, program: Command): string {
  const flags = program.options.flatMap(({ long }) => (long === undefined || long === null ? [] : [long]));
  const choices = program.options.flatMap(({ long, argChoices }) =>
    long && argChoices ? [{ flag: long, values: argChoices }] : [],
  );
  const commands = [...program.commands.map((command) => command.name()), 'help'];
  switch (shell) {
    case 'bash':
      return bash(flags, commands, choices);
    case 'zsh':
      return `#compdef informer-gen\nautoload -U +X bashcompinit && bashcompinit\n${bash(flags, commands, choices)}`;
    case 'fish':
      return fish(program, commands);
    default:
      throw new UsageError(`completion knows bash, zsh and fish, not ${JSON.stringify(shell)}`);
  }
}

function bash(
  flags: readonly string[],
  commands: readonly string[],
  choices: readonly { flag: string; values: readonly string[] }[],
): string {
  const cases = choices.map(
    ({ flag, values }) => `    ${flag}) COMPREPLY=( $(compgen -W '${values.join(' ')}' -- "$word") ); return;;`,
  );
  return `_informer_gen() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  case "$before" in
${cases.join('\n')}
    completion) COMPREPLY=( $(compgen -W 'bash zsh fish' -- "$word") ); return;;
  esac
  if [[ "$word" == -* ]]; then
    COMPREPLY=( $(compgen -W '${flags.join(' ')}' -- "$word") )
  elif [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=( $(compgen -W '${commands.join(' ')}' -- "$word") $(compgen -f -- "$word") )
  else
    COMPREPLY=( $(compgen -f -- "$word") )
  fi
}
complete -o filenames -F _informer_gen informer-gen
`;
}

function fish(program: Command, commands: readonly string[]): string {
  const options = program.options.flatMap(({ long, short, description, argChoices }) => {
    if (!long) return [];
    const text = description.replaceAll("'", "\\'");
    const values = argChoices === undefined ? '' : ` -x -a '${argChoices.join(' ')}'`;
    return [
      `complete -c informer-gen -l ${long.slice(2)}${short ? ` -s ${short.slice(1)}` : ''}${values} -d '${text}'`,
    ];
  });
  return `${[`complete -c informer-gen -n __fish_use_subcommand -a '${commands.join(' ')}'`, ...options].join('\n')}\n`;
}
