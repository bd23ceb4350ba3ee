import { type Command, type CommandContext, CommandError } from '../../../core/cli/context.ts'
import type { Running } from '../../weir.ts'

/** Runs a command with the local token, as the command line does, and gives its output. */
export async function captureCommand(
  weir: Running,
  command: Command,
  args: readonly string[],
  config: CommandContext['config'] = undefined as never,
) {
  const said: string[] = []
  const noted: string[] = []
  const context: CommandContext = {
    config,
    say: (line) => said.push(line),
    note: (line) => noted.push(line),
    async request(method, path, body) {
      const { body: answer } = await weir.call(method, path, body, { key: weir.weir.localToken })
      if (!answer.success) throw new CommandError(answer.error.message)
      return answer
    },
    ask: (path, init) => weir.weir.server.fetch(new Request(`http://localhost${path}`, init)),
    runsJobs: async () => true,
    async copy(path) {
      said.push((await weir.call('GET', path, undefined, { key: weir.weir.localToken })).text)
    },
  }
  const failure = await command.run([...args], context).then(
    () => undefined,
    (error) => error as CommandError,
  )
  return { said: said.join('\n'), noted: noted.join('\n'), failure }
}
