import { connect } from '../core/cli/connect.ts'
import { CommandError } from '../core/cli/context.ts'
import { extensionConfig, loadConfig } from '../core/config.ts'
import { isApiError } from '../core/errors.ts'
import { loadPlugins } from '../core/host/load.ts'
import type { RunOptions } from './run-weir.ts'
import { storeSettings } from './store.ts'

/**
 * What `runWeir` does for a command of a plugin that comes with Weir, in this process: a process of its own takes
 * several times as long to begin.
 */
export async function runPluginCommand(
  [name, ...args]: readonly string[],
  { cwd, settings }: Pick<RunOptions, 'cwd' | 'settings'>,
): Promise<{ out: string; error: string; code: number }> {
  const store = settings.WEIR_DATA_DIR === undefined ? {} : await storeSettings(settings.WEIR_DATA_DIR)
  const config = await loadConfig({ WEIR_ENGINES: 'lightweight', ...store, ...settings }, cwd)
  const plugin = (await loadPlugins(config)).find(({ commands }) => commands?.some((command) => command.name === name))!
  const command = plugin.commands!.find((command) => command.name === name)!
  let out = ''
  let error = ''
  let code = 0
  const decoder = new TextDecoder()
  const note = (line: string) => {
    error += `${line}\n`
  }
  const { keepsNothing, startsJobs: works = false } = command
  const connection = connect(config, { note, works, keepsNothing })
  try {
    await command.run(args, {
      config: extensionConfig(plugin, config),
      say(line) {
        out += `${line}\n`
      },
      note,
      request: connection.request,
      ask: connection.ask,
      async copy(path) {
        for await (const chunk of connection.read(path)) out += decoder.decode(chunk, { stream: true })
      },
    })
  } catch (failure) {
    if (!(failure instanceof CommandError || isApiError(failure))) throw failure
    note(`weir: ${failure.message}`)
    code = failure instanceof CommandError ? failure.code : 1
  } finally {
    await connection.close()
  }
  return { out, error, code }
}
