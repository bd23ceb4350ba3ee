import type { Config } from '../config.ts'

/** What a command of `weir` works with. */
export interface CommandContext {
  config: Config
  /** One line for the user, on standard output. */
  say(line: string): void
  /** One line beside the result, on standard error. */
  note(line: string): void
  /**
   * A call of the API as the administrator: to the server that uses the data directory, or, where none runs, to one in
   * this process. Throws CommandError for a failure.
   */
  request(method: string, path: string, body?: unknown): Promise<unknown>
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

export interface Command {
  /** How it is called, without `weir`. */
  usage: string
  /** One line of what it does. */
  summary: string
  /** What `--help` says beside these: the forms of the call, and its options. */
  details?: string
  run(args: string[], context: CommandContext): Promise<void>
}
