import type { Config } from '../config.ts'
import type { CommandHelp, CommandOutput } from '../contracts/command.ts'

/** The configuration and the helpers of a command of `weir`. */
export interface CommandContext extends CommandOutput {
  config: Config
}

/** Ends a command with a message of one line and an exit code. Default: 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code: number
  constructor(message: string, code = 1) {
    super(message)
    this.code = code
  }
}

export interface Command extends CommandHelp {
  /** As in the commands of plugins. */
  startsJobs?: boolean
  keepsNothing?: boolean
  /** Whether it keeps nothing if there is no store yet: somebody who only looks around should not create one. */
  makesNoStore?: boolean
  run(args: string[], context: CommandContext): Promise<void>
}
