import { join } from 'node:path'
import { deadline, endOnAbort } from '../abort.ts'
import { type Config, extensionConfig } from '../config.ts'
import type { JobStreams } from '../contracts/jobs/job-streams.ts'
import type { Kit, Plugin } from '../contracts/plugin.ts'
import type { JobSystem } from '../jobs/index.ts'
import { describeError, type Log } from '../log.ts'
import { sealerOf } from '../secrets/sealer.ts'
import { makeDataDir } from '../store/data-dir.ts'
import { builtInPlugins } from './load.ts'
import { ownFault } from './own-fault.ts'
import { createServiceRegistry, type ProviderInfo } from './service-registry.ts'

/** Milliseconds that a plugin may take to close: it might hang. */
const CLOSE_PATIENCE = 15_000

/** What the kits of all plugins have in common. */
export type Ports = Omit<Kit, 'config' | 'use' | 'find' | 'all' | 'log' | 'folder' | 'jobs' | 'outbox' | 'streams'>

export interface PluginsParts {
  config: Config
  plugins: readonly Plugin[]
  dataDir: string
  ports: Ports
  jobSystem: JobSystem
  streams: JobStreams
  log: Log
}

/** A plugin with the arguments of its functions. */
export interface OpenPlugin {
  plugin: Plugin
  kit: Kit
  state: unknown
}

export interface OpenPlugins {
  /** In the order in which they were configured. */
  readonly all: readonly OpenPlugin[]
  listProviders(): Promise<ProviderInfo[]>
  /** Runs a further step of opening them. If it fails, all plugins that were set up are closed before it throws. */
  attempt<T>(step: () => Promise<T>): Promise<T>
  start(): Promise<void>
  close(): Promise<void>
}

/**
 * Migrates the tables of plugins, sets each plugin up after those that it requires, and registers their services.
 * Throws SettingError, which names the plugin, and leaves none open in that case.
 */
export async function openPlugins(parts: PluginsParts): Promise<OpenPlugins> {
  const { config, plugins, dataDir, ports, jobSystem, streams, log } = parts
  const { jobs, outbox } = jobSystem
  const registry = createServiceRegistry(plugins, builtInPlugins())
  const kits = new Map<Plugin, Kit>()
  for (const plugin of plugins) {
    kits.set(plugin, {
      ...ports,
      jobs,
      outbox,
      streams,
      config: extensionConfig(plugin, config),
      sealer: sealerOf(plugin.name, ports.sealer),
      log: log.with({ plugin: plugin.name }),
      folder() {
        const folder = join(dataDir, 'plugins', plugin.name)
        makeDataDir(folder)
        return folder
      },
      ...registry.lookup(plugin),
    })
    await ownFault(plugin, 'its tables could not be updated', () =>
      ports.store.migrate(plugin.name, plugin.migrations ?? []),
    )
  }

  const inOrder: OpenPlugin[] = []
  const close = async () => {
    for (const { plugin, kit, state } of inOrder.toReversed()) {
      using time = deadline(new AbortController().signal, CLOSE_PATIENCE)
      try {
        await endOnAbort(Promise.resolve(plugin.close?.(kit, state)), time.signal)
      } catch (error) {
        // The other plugins must close all the same, and so must the store.
        kit.log.error('The plugin did not close', { cause: describeError(error) })
      }
    }
  }
  const attempt = async <T>(step: () => Promise<T>): Promise<T> => {
    try {
      return await step()
    } catch (error) {
      await close()
      throw error
    }
  }

  await attempt(async () => {
    for (const plugin of registry.order) {
      const kit = kits.get(plugin) as Kit
      const state = await ownFault(plugin, 'it could not be set up', () => plugin.setup?.(kit), kit)
      inOrder.push({ plugin, kit, state })
      await ownFault(plugin, 'its services could not be made', () => registry.make(plugin, kit, state))
      await ownFault(plugin, 'its jobs could not be registered', () => jobSystem.register(plugin, kit, state))
    }
  })

  return {
    all: plugins.map((plugin) => inOrder.find((open) => open.plugin === plugin) as OpenPlugin),
    listProviders: registry.listProviders,
    attempt,
    start: () =>
      attempt(async () => {
        for (const { plugin, kit, state } of inOrder)
          await ownFault(plugin, 'it could not be started', () => plugin.start?.(kit, state), kit)
      }),
    close,
  }
}
