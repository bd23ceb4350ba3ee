/** What any command of `weir` works with. */
export interface CommandOutput {
  /** One line for the user, on standard output. */
  say(line: string): void
  /** One line beside the result, on standard error. */
  note(line: string): void
  /**
   * A call of the API as the administrator: to the server that uses the data directory, or, where none runs, to one
   * in this process. Throws CommandError for a failure.
   */
  request(method: string, path: string, body?: unknown): Promise<unknown>
  /** The same call, with its answer as it comes, refusals too. Throws as `fetch` does where nobody answers. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** Writes what a GET answers, such as a file, to standard output as it comes. Throws as `request` does. */
  copy(path: string): Promise<void>
}

/** What a plugin's command works with. */
export interface PluginCommandContext<C = unknown> extends CommandOutput {
  /** The plugin's own settings, defaults filled in. */
  config: C
}

/** How a command is shown. */
export interface CommandHelp {
  /** How it is called, without `weir`: its name and what follows. */
  usage: string
  /** One line of what it does. */
  summary: string
  /** What `--help` says beside these: the forms of the call, and its options. */
  details?: string
}

/**
 * A command that a plugin adds to `weir`. It exits with 0; a thrown CommandError ends it with its one line and its
 * code: 1 for what failed, 2 for a call that is wrong.
 */
export interface PluginCommand<C = unknown> extends CommandHelp {
  /** Lower case. One of Weir's own, or of another plugin, is refused. */
  name: string
  /** Waits for jobs that its requests start: where no server runs, the one in this process does them. */
  startsJobs?: boolean
  /**
   * Keeps nothing: where no server runs, the one in this process has a store of its own that goes with it, so that
   * several such commands may run at once.
   */
  keepsNothing?: boolean
  run(args: string[], context: PluginCommandContext<C>): Promise<void>
}
