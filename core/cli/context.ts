import type { Config } from '../config.ts'
import type { CommandHelp, CommandOutput } from '../contracts/command.ts'

/** What a command of `weir` works with. */
export interface CommandContext extends CommandOutput {
  config: Config
}

/** Ends a command with one line and a code; 1 unless it says otherwise. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code: number
  constructor(message: string, code = 1) {
    super(message)
    this.code = code
  }
}

export interface Command extends CommandHelp {
  /** These as plugins' commands say them. */
  startsJobs?: boolean
  keepsNothing?: boolean
  /** Whether it keeps nothing where there is no store yet: whoever looks around has begun nothing. */
  makesNoStore?: boolean
  run(args: string[], context: CommandContext): Promise<void>
}
