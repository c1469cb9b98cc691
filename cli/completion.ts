import type { Command } from 'commander';
import { Failure } from './failure.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;

interface Words {
  name: string;
  about: string;
  options: { flag: string; about: string }[];
}

/** A script that completes names of commands and options, for one shell. Made from the commands themselves. */
export function completionFor(shell: string, program: Command): string {
  const commands = program.commands.map(wordsOf);
  const everywhere = optionsOf(program);
  if (shell === 'bash') return bash(commands, everywhere);
  if (shell === 'zsh') return zsh(commands, everywhere);
  if (shell === 'fish') return fish(commands, everywhere);
  throw new Failure('usage', `Say which shell: ${SHELLS.join(', ')}`);
}

function wordsOf(command: Command): Words {
  return {
    name: command.name(),
    about: command.summary() || command.description(),
    options: optionsOf(command),
  };
}

function optionsOf(command: Command): Words['options'] {
  return command.options.flatMap(({ long, description }) =>
    long ? [{ flag: long, about: description }] : [],
  );
}

const flags = (options: Words['options']) => options.map(({ flag }) => flag).join(' ');

function bash(commands: readonly Words[], everywhere: Words['options']): string {
  const cases = commands.map(
    ({ name, options }) => `    ${name}) words="${flags([...options, ...everywhere])}" ;;`,
  );
  return `# unblock completion bash > ~/.local/share/bash-completion/completions/unblock
_unblock() {
  local here="\${COMP_WORDS[COMP_CWORD]}" words
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    *) words="${commands.map(({ name }) => name).join(' ')} ${flags(everywhere)}" ;;
  esac
  if [[ "$here" == -* || $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$here"))
  else
    COMPREPLY=($(compgen -f -- "$here"))
  fi
}
complete -o filenames -F _unblock unblock unblock-cli`;
}

/** Within single quotes, for zsh and fish. */
const quoted = (text: string) => text.replace(/[\\'[\]:]/g, ' ');

function zsh(commands: readonly Words[], everywhere: Words['options']): string {
  const named = commands.map(({ name, about }) => `    '${name}:${quoted(about)}'`);
  const cases = commands.map(({ name, options }) => {
    const all = [...options, ...everywhere].map(({ flag, about }) => `'${flag}[${quoted(about)}]'`);
    return `    ${name}) _arguments ${all.join(' ')} '*:file:_files' ;;`;
  });
  return `#compdef unblock unblock-cli
# unblock completion zsh > "\${fpath[1]}/_unblock"
_unblock() {
  local -a commands=(
${named.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$words[2]" in
${cases.join('\n')}
  esac
}
compdef _unblock unblock unblock-cli`;
}

function fish(commands: readonly Words[], everywhere: Words['options']): string {
  const lines = commands.flatMap(({ name, about, options }) => [
    `complete -c unblock -n __fish_use_subcommand -f -a ${name} -d '${quoted(about)}'`,
    ...options.map(
      ({ flag, about }) =>
        `complete -c unblock -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)} -d '${quoted(about)}'`,
    ),
  ]);
  const others = everywhere.map(
    ({ flag, about }) => `complete -c unblock -l ${flag.slice(2)} -d '${quoted(about)}'`,
  );
  return [
    '# unblock completion fish > ~/.config/fish/completions/unblock.fish',
    ...lines,
    ...others,
    'complete -c unblock-cli -w unblock',
  ].join('\n');
}
