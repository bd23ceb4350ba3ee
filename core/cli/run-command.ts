import type { Config } from '../config.ts'
import { connect, hasStore } from './connect.ts'
import type { Command, CommandContext } from './context.ts'

/** Where a command's result goes, line by line or as bytes, and its messages. */
interface Output extends Pick<CommandContext, 'say' | 'note'> {
  copy(bytes: AsyncIterable<Uint8Array>): Promise<void>
}

/** Runs a command with the configured server or store, and closes it at the end. */
export async function runCommand(
  command: Command,
  args: string[],
  config: Config,
  { say, note, copy }: Output,
): Promise<void> {
  const { startsJobs: works = false, makesNoStore } = command
  const keepsNothing = command.keepsNothing || (makesNoStore && !hasStore(config))
  const connection = connect(config, { note, works, keepsNothing })
  const context: CommandContext = {
    config,
    say,
    note,
    request: (...call) => connection.request(...call),
    ask: (...call) => connection.ask(...call),
    runsJobs: () => connection.runsJobs(),
    copy: (path) => copy(connection.read(path)),
  }
  // Waiting for a database that is away does not keep a process alive: it would end as if all were done.
  const alive = setInterval(() => {}, 60_000)
  try {
    await command.run(args, context)
  } finally {
    await connection.close()
    clearInterval(alive)
  }
}
