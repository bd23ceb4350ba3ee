import type { Config } from '../config.ts'
import type { CommandHelp, CommandOutput } from '../contracts/command.ts'

/** The configuration and the helpers of a command of `weir`. */
export interface CommandContext extends CommandOutput {
  config: Config
  /** Whether jobs go on meanwhile, which they don't if the command found no server and opened the store itself. */
  runsJobs(): Promise<boolean>
}

/** Ends a command with one line and an exit code, 1 by default. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly code: number
  constructor(message: string, code = 1) {
    super(message)
    this.code = code
  }
}

/** The server has just stopped, or is starting: the same call may succeed soon. */
export class ServerAway extends CommandError {}

export interface Command extends CommandHelp {
  /** The same for plugins' commands. */
  startsJobs?: boolean
  keepsNothing?: boolean
  /** Whether it stores nothing if there is no store yet: looking around should not create one. */
  makesNoStore?: boolean
  run(args: string[], context: CommandContext): Promise<void>
}
