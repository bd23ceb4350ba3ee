import { SettingError } from '../config.ts'
import type { PluginCommand } from '../contracts/command.ts'
import type { Plugin } from '../contracts/plugin.ts'

/** The names of Weir's own commands. */
export const commandNames = [
  'serve',
  'work',
  'scrape',
  'users',
  'keys',
  'jobs',
  'browsers',
  'backup',
  'restore',
  'migrate',
  'doctor',
  'new',
  'help',
  'version',
] as const

const NAME = /^[a-z][a-z0-9-]*$/

/** A command, and the plugin that adds it. */
export interface AddedCommand {
  plugin: Plugin
  command: PluginCommand
}

/** The commands that plugins add. Throws SettingError for one with an unusable name, or a name already taken. */
export function pluginCommands(plugins: readonly Plugin[]): AddedCommand[] {
  const added = plugins.flatMap((plugin) => (plugin.commands ?? []).map((command) => ({ plugin, command })))
  const owners = new Map<string, string>(commandNames.map((name) => [name, 'Weir itself']))
  for (const { plugin, command } of added) {
    const { name } = command
    const owner = owners.get(name)
    if (!NAME.test(name))
      throw new SettingError(
        `Plugin ${plugin.name}: its command is called ${JSON.stringify(name)}: a name is lower-case letters, digits and -`,
      )
    if (owner !== undefined)
      throw new SettingError(
        `Plugin ${plugin.name}: its command ${name} is one of ${owner} already; leave it out of WEIR_PLUGINS`,
      )
    owners.set(name, `the plugin ${plugin.name}`)
  }
  return added
}
