import { type ParseArgsConfig, parseArgs } from 'node:util'
import { CommandError } from './context.ts'

/** Parses a command's words and options. Throws CommandError (code 2) for an unknown option. */
export function readArgs<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: O,
): ReturnType<typeof parseArgs<{ args: string[]; options: O; allowPositionals: true }>> {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    const { message } = error as Error
    // The advice about words that start with a dash does not help with a mistyped option.
    const [unknown] = /^Unknown option '[^']*'/.exec(message) ?? []
    throw new CommandError(unknown ? `${unknown}; --help lists the options of the command` : message, 2)
  }
}

/** How many words each action of a command takes, including its own name, and which options. */
export type Actions = Readonly<Record<string, { words: number; options: readonly string[] }>>

/** Throws CommandError (code 2) with the command's usage, unless its action takes these words and options. */
export function checkAction(actions: Actions, positionals: readonly string[], values: object, how: string) {
  const [action = ''] = positionals
  const takes = Object.hasOwn(actions, action) ? actions[action] : undefined
  const isFine =
    takes?.words === positionals.length && Object.keys(values).every((name) => takes.options.includes(name))
  if (!isFine) throw new CommandError(how, 2)
}
