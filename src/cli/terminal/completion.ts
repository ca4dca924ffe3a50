import type { Command, Option } from 'commander'

export const SHELLS = ['bash', 'zsh', 'fish'] as const

/** What may follow one command: written from the commands themselves, so that nothing is listed twice. */
interface Place {
  /** ` scan delete`: each word with a blank before it; empty for `toscan` alone. */
  at: string
  words: { name: string; description: string }[]
  options: { name: string; description: string; takesValue: boolean; choices: readonly string[] }[]
}

/** `toscan completion`: a script that makes the shell complete commands, options and their values. */
export function completionScript(shell: (typeof SHELLS)[number], program: Command): string {
  return { bash, zsh, fish }[shell](placesOf(program))
}

function placesOf(command: Command, at = ''): Place[] {
  const help = { name: '--help', description: 'how it is used', takesValue: false, choices: [] }
  const place = {
    at,
    words: command.commands.map((each) => ({
      name: each.name(),
      description: firstSentence(each.description()),
    })),
    options: [...command.options.flatMap(optionOf), help],
  }
  return [place, ...command.commands.flatMap((each) => placesOf(each, `${at} ${each.name()}`))]
}

function optionOf({ long, description, argChoices, required, optional }: Option): Place['options'] {
  if (!long) return []
  return [{ name: long, description, takesValue: required || optional, choices: argChoices ?? [] }]
}

function firstSentence(text: string): string {
  return text.split(/\.(?: |$)/)[0] ?? ''
}

function bash(places: Place[]): string {
  return `# Completion of toscan for bash:  source <(toscan completion bash)
_toscan() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at= words= i
  for (( i = 1; i < COMP_CWORD; i++ )); do
    case "$at \${COMP_WORDS[i]}" in
      ${patterns(places)}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$at $prev" in
${valued(places, (choices) => (choices.length > 0 ? `words=${quoted(choices.join(' '))}` : 'return'))}
  esac
  if [ -z "$words" ]; then
    case "$at" in
${places.map((place) => `      ${quoted(place.at)}) words=${quoted(namesOf(place).join(' '))} ;;`).join('\n')}
    esac
  fi
  COMPREPLY=( $(compgen -W "$words" -- "$cur") )
}
complete -o default -F _toscan toscan
`
}

function zsh(places: Place[]): string {
  const listOf = ({ words, options }: Place) =>
    [...words, ...options].map(({ name, description }) => quoted(`${name}:${description}`)).join(' ')
  return `#compdef toscan
# Completion of toscan for zsh:  source <(toscan completion zsh)
_toscan() {
  local at= i
  local -a list
  for (( i = 2; i < CURRENT; i++ )); do
    case "$at \${words[i]}" in
      ${patterns(places)}) at="$at \${words[i]}" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${valued(places, (choices) => (choices.length > 0 ? `compadd -- ${choices.join(' ')}; return` : '_files; return'))}
  esac
  case "$at" in
${places.map((place) => `    ${quoted(place.at)}) list=(${listOf(place)}) ;;`).join('\n')}
  esac
  _describe toscan list
}
compdef _toscan toscan
`
}

function fish(places: Place[]): string {
  const lines = places.flatMap(({ at, words, options }) => {
    const here = `complete -c toscan -n "__toscan_at '${at}'"`
    return [
      ...words.map(({ name, description }) => `${here} -a ${name} -d ${quotedForFish(description)}`),
      ...options.map(({ name, description, takesValue, choices }) => {
        const value = choices.length > 0 ? ` -x -a '${choices.join(' ')}'` : takesValue ? ' -r -F' : ''
        return `${here} -l ${name.slice(2)}${value} -d ${quotedForFish(description)}`
      }),
    ]
  })
  return `# Completion of toscan for fish:  toscan completion fish | source
function __toscan_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
            case ${commandsOf(places).map(quoted).join(' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
complete -c toscan -f
${lines.join('\n')}
`
}

function commandsOf(places: Place[]): string[] {
  return places.map(({ at }) => at).filter((at) => at !== '')
}

function patterns(places: Place[]): string {
  return commandsOf(places).map(quoted).join('|')
}

function namesOf({ words, options }: Place): string[] {
  return [...words, ...options].map(({ name }) => name)
}

/** Arms of a \`case\` for options that take a value. */
function valued(places: Place[], arm: (choices: readonly string[]) => string): string {
  return places
    .flatMap(({ at, options }) =>
      options
        .filter(({ takesValue }) => takesValue)
        .map(({ name, choices }) => `    ${quoted(`${at} ${name}`)}) ${arm(choices)} ;;`),
    )
    .join('\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function quotedForFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
