import { type ParseArgsConfig, parseArgs } from 'node:util'
import { CommandError } from './context.ts'

/** Parses a command's arguments. Throws CommandError (code 2) for an unknown option. */
export function readArgs<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: O,
): ReturnType<typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>> {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    const { message } = error as Error
    // The parser's advice on arguments that begin with a dash does not help with a mistyped option.
    const [unknown] = /^Unknown option '[^']*'/.exec(message) ?? []
    throw new CommandError(unknown ? `${unknown}; with --help the command says which it has` : message, 2)
  }
}

/** The number of words of each action of a command, including its own name, and its options. */
export type Actions = Readonly<Record<string, { words: number; options: readonly string[] }>>

/** Throws CommandError (code 2) with the usage unless the action accepts these words and options. */
export function checkAction(actions: Actions, positionals: readonly string[], values: object, how: string) {
  const [action = ''] = positionals
  const takes = Object.hasOwn(actions, action) ? actions[action] : undefined
  const isFine =
    takes?.words === positionals.length && Object.keys(values).every((name) => takes.options.includes(name))
  if (!isFine) throw new CommandError(how, 2)
}
