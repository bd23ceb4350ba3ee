import { createEgress } from '../../egress/egress.ts'
import { createEngineRegistry } from '../../host/engines/create-engine-registry.ts'
import type { EngineInfo } from '../../host/engines/engine-registry.ts'
import { loadEngines } from '../../host/load.ts'
import { createLog } from '../../log.ts'
import { type Command, type CommandContext, CommandError } from '../context.ts'
import { readArgs } from '../read-args.ts'
import { type BrowserKind, type BrowserSource, browserSources } from './browser-sources.ts'

/** What each browser engine needs. */
const kinds: Readonly<Record<string, BrowserKind>> = {
  browser_a: 'chromium',
  stealth: 'chromium',
  browser_b: 'firefox',
}

export const browsers: Command = {
  usage: 'browsers [list [--json] | install [chromium | firefox] [--from download | system | npm]]',
  summary: 'Lists the installed browsers, or installs those that are missing',
  details: `--from  the source; by default each source is tried until one works:
        ${browserSources.map(({ id, name }) => `${id} (${name})`).join(', ')}
An install that leaves a browser missing exits with 1.`,
  async run(args, context) {
    const { values, positionals } = readArgs(args, { from: { type: 'string' }, json: { type: 'boolean' } })
    const [action = 'list', ...rest] = positionals
    if (action === 'list' && rest.length === 0 && values.from === undefined) return list(context, values.json)
    const sources = browserSources.filter(({ id }) => values.from === undefined || id === values.from)
    if (action !== 'install' || sources.length === 0 || !rest.every(isKind) || values.json)
      throw new CommandError(`Usage: weir ${browsers.usage}`, 2)
    const left: string[] = []
    for (const kind of rest.length > 0 ? rest : kindsOfBrowser) left.push(...(await installOne(kind, sources, context)))
    await list(context)
    if (left.length > 0) throw new CommandError(`${left.join(', ')}: not ready`)
  },
}

const kindsOfBrowser: readonly BrowserKind[] = ['chromium', 'firefox']
const isKind = (name: string): name is BrowserKind => kindsOfBrowser.some((kind) => kind === name)

/** The engines that need a browser, and whether they have it; checked each time. */
async function engines({ config }: CommandContext): Promise<EngineInfo[]> {
  const egress = createEgress({ allow: config.settings.WEIR_EGRESS_ALLOW })
  const registry = createEngineRegistry(await loadEngines(config), config, { egress, log: createLog('text', () => {}) })
  const all = await registry.list()
  await registry.close()
  await egress.close()
  return all.filter(({ name }) => Object.hasOwn(kinds, name))
}

async function list(context: CommandContext, json = false): Promise<void> {
  if (json) return context.say(JSON.stringify(await engines(context), null, 2))
  for (const { name, state } of await engines(context))
    context.say(
      `${state.ready ? 'ok  ' : 'FAIL'}  ${name.padEnd(12)}${state.ready ? (state.detail ?? 'ready') : `${state.reason}. ${state.remedy}`}`,
    )
}

/** Tries the sources in order until every engine that needs this browser is ready. Returns those that are not. */
async function installOne(
  kind: BrowserKind,
  sources: readonly BrowserSource[],
  context: CommandContext,
): Promise<string[]> {
  const { say, note } = context
  const missing = async () => (await engines(context)).filter(({ name, state }) => kinds[name] === kind && !state.ready)
  if ((await missing()).length === 0) {
    say(`${kind} is already installed`)
    return []
  }
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
    if (left.length === 0) {
      say(`${kind} was installed by ${source.name}`)
      return []
    }
    note(`${kind}: installed by ${source.name}, but ${left.map(({ name }) => name).join(' and ')} cannot use it`)
  }
  const left = await missing()
  // A partial success is no error: the headless shell serves one of two engines.
  for (const { name, state } of left) note(`${kind}: ${name} is not ready${state.ready ? '' : ` (${state.reason})`}`)
  return left.map(({ name }) => name)
}
