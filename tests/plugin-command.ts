import { addedCommands } from '../core/cli/added-commands.ts'
import { CommandError } from '../core/cli/context.ts'
import { runCommand } from '../core/cli/run-command.ts'
import { loadConfig } from '../core/config.ts'
import { isApiError } from '../core/errors.ts'
import type { RunOptions } from './run-weir.ts'
import { storeSettings } from './store.ts'

/**
 * Runs a command of a built-in plugin as `runWeir` does, but in this process. A process of its own would take several
 * times as long to start.
 */
export async function runPluginCommand(
  [name, ...args]: readonly string[],
  { cwd, settings }: Pick<RunOptions, 'cwd' | 'settings'>,
): Promise<{ out: string; error: string; code: number }> {
  const store = settings.WEIR_DATA_DIR === undefined ? {} : await storeSettings(settings.WEIR_DATA_DIR)
  const config = await loadConfig({ WEIR_ENGINES: 'lightweight', ...store, ...settings }, cwd)
  const command = (await addedCommands(config)).get(name!)!
  let out = ''
  let error = ''
  let code = 0
  const decoder = new TextDecoder()
  const note = (line: string) => {
    error += `${line}\n`
  }
  try {
    await runCommand(command, args, config, {
      say(line) {
        out += `${line}\n`
      },
      note,
      async copy(bytes) {
        for await (const chunk of bytes) out += decoder.decode(chunk, { stream: true })
      },
    })
  } catch (failure) {
    if (!(failure instanceof CommandError || isApiError(failure))) throw failure
    note(`weir: ${failure.message}`)
    code = failure instanceof CommandError ? failure.code : 1
  }
  return { out, error, code }
}
