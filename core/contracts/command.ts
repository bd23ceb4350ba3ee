/** What every command of `weir` can use. */
export interface CommandOutput {
  /** Writes a line to standard output. */
  say(line: string): void
  /** Writes a line to standard error. */
  note(line: string): void
  /**
   * Calls the API as the administrator: at the server that uses the data directory or, if none runs, at one in this
   * process. Throws CommandError for a failure.
   */
  request(method: string, path: string, body?: unknown): Promise<unknown>
  /** The same, but returns the raw response, refusals too. Throws as `fetch` does if nobody answers. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Writes the response to a GET, such as a file, to standard output as it arrives. Throws as `request` does. */
  copy(path: string): Promise<void>
}

/** What a plugin's command can use. */
export interface PluginCommandContext<C = unknown> extends CommandOutput {
  /** The plugin's own settings, with defaults filled in. */
  config: C
}

/** The help of a command. */
export interface CommandHelp {
  /** How to call it, without `weir`: its name and arguments. */
  usage: string
  /** What it does, in one line. */
  summary: string
  /** Shown by `--help` in addition: the forms of the call, and its options. */
  details?: string
}

/**
 * A command that a plugin adds to `weir`. It exits with 0. A thrown CommandError prints its one-line message and
 * exits with its code: 1 for a failure, 2 for wrong usage.
 */
export interface PluginCommand<C = unknown> extends CommandHelp {
  /** Lower case. A name that Weir or another plugin uses is refused. */
  name: string
  /** Whether its requests start jobs that it waits for: if no server runs, the one in this process does them. */
  startsJobs?: boolean
  /**
   * Whether it stores nothing: if no server runs, the one in this process gets a temporary store, so that several
   * such commands can run at once.
   */
  keepsNothing?: boolean
  run(args: string[], context: PluginCommandContext<C>): Promise<void>
}
