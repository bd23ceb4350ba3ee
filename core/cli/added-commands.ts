import { type Config, extensionConfig } from '../config.ts'
import { pluginCommands } from '../host/commands.ts'
import type { Command } from './context.ts'

/** The commands of the configured plugins, as commands of `weir`. */
export async function addedCommands(config: Config): Promise<Map<string, Command>> {
  const { loadPlugins } = await import('../host/load.ts')
  const found = pluginCommands(await loadPlugins(config))
  return new Map(
    found.map(({ plugin, command }) => {
      const run: Command['run'] = (args, context) =>
        command.run(args, { ...context, config: extensionConfig(plugin, config) })
      return [command.name, { ...command, run }]
    }),
  )
}
