import { type ParseArgsConfig, parseArgs } from 'node:util'
import { CommandError } from './context.ts'

/** Reads a command's words and options. Throws CommandError (code 2) for an option that it does not have. */
export function readArgs<const O extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: O) {
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new CommandError((error as Error).message, 2)
  }
}
