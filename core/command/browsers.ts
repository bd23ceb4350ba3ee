import type { EngineInfo } from '../engines.ts'
import { loadEngines } from '../load.ts'
import { createLog } from '../log.ts'
import { createEgress } from '../net/egress.ts'
import { createEngineRegistry } from '../weir.ts'
import { type BrowserKind, type BrowserSource, browserSources } from './browser-sources.ts'
import { type Command, type CommandContext, CommandError } from './context.ts'

/** What each engine that shows pages needs. */
const kinds: Readonly<Record<string, BrowserKind>> = {
  browser_a: 'chromium',
  stealth: 'chromium',
  browser_b: 'firefox',
}

export const browsers: Command = {
  usage: 'browsers [list | install [chromium | firefox] [--from download | system | npm]]',
  summary: 'Says which browsers are here, or gets those that are missing',
  async run([action = 'list', ...rest], context) {
    if (action === 'list' && rest.length === 0) return list(context)
    const at = rest.indexOf('--from')
    const [, from] = at < 0 ? [] : rest.splice(at, 2)
    const sources = browserSources.filter(({ id }) => at < 0 || id === from)
    if (action === 'install' && sources.length > 0 && rest.every(isKind)) {
      for (const kind of rest.length > 0 ? rest : kindsOfBrowser) await installOne(kind, sources, context)
      return list(context)
    }
    throw new CommandError(`Call it as: weir ${browsers.usage}`, 2)
  },
}

const kindsOfBrowser: readonly BrowserKind[] = ['chromium', 'firefox']
const isKind = (name: string): name is BrowserKind => kindsOfBrowser.some((kind) => kind === name)

/** The engines that need a browser, and whether they have it; asked anew each time. */
async function engines({ config }: CommandContext): Promise<EngineInfo[]> {
  const egress = createEgress({ allow: config.settings.WEIR_EGRESS_ALLOW })
  const registry = createEngineRegistry(await loadEngines(config), config, { egress, log: createLog('text', () => {}) })
  const all = await registry.list()
  await registry.close()
  await egress.close()
  return all.filter(({ name }) => Object.hasOwn(kinds, name))
}

async function list(context: CommandContext): Promise<void> {
  for (const { name, state } of await engines(context))
    context.say(
      `${state.ready ? 'ok  ' : 'FAIL'}  ${name.padEnd(12)}${state.ready ? (state.detail ?? 'ready') : `${state.reason}. ${state.remedy}`}`,
    )
}

/** Tries one source after the other until every engine that needs this browser is ready. */
async function installOne(
  kind: BrowserKind,
  sources: readonly BrowserSource[],
  context: CommandContext,
): Promise<void> {
  const { say, note } = context
  const missing = async () => (await engines(context)).filter(({ name, state }) => kinds[name] === kind && !state.ready)
  if ((await missing()).length === 0) return say(`${kind} is here already`)
  for (const source of sources.filter(({ gives }) => gives.includes(kind))) {
    const reason = source.unusable()
    if (reason) {
      note(`${kind}: not by ${source.name}, as ${reason}`)
      continue
    }
    note(`${kind}: trying ${source.name}`)
    try {
      await source.install(kind)
    } catch (error) {
      note(`${kind}: ${source.name} did not work: ${(error as Error).message}`)
      continue
    }
    const left = await missing()
    if (left.length === 0) return say(`${kind} was installed by ${source.name}`)
    note(`${kind}: installed by ${source.name}, but ${left.map(({ name }) => name).join(' and ')} cannot use it`)
  }
  const left = await missing()
  // Half of it may do: the headless shell serves one of two engines.
  if (left.length > 0)
    note(
      `${kind}: ${left.map(({ name, state }) => `${name} is not ready (${state.ready ? '' : state.reason})`).join(', ')}`,
    )
}
