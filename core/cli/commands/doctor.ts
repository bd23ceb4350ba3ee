import { promises as dns } from 'node:dns'
import { access, constants, mkdir } from 'node:fs/promises'
import { SettingError, type Settings, unknownSettings } from '../../config.ts'
import type { Plugin } from '../../contracts/plugin.ts'
import { createEgress } from '../../egress/egress.ts'
import { isApiError } from '../../errors.ts'
import { createEngineRegistry } from '../../host/engines/create-engine-registry.ts'
import { loadEngines, loadPlugins } from '../../host/load.ts'
import { createLog } from '../../log.ts'
import { lookAtDisk } from '../../metrics/disk-room.ts'
import { runtime } from '../../runtime/index.ts'
import { checkStore } from '../../store/index.ts'
import { lockDataDir } from '../../store/lock.ts'
import { tryBucket } from '../checks/bucket.ts'
import { type Finding, fails, findingOf, isOff, works } from '../checks/finding.ts'
import { tryIssuer } from '../checks/issuer.ts'
import { tryPlugins } from '../checks/plugin-checks.ts'
import { tryProxies } from '../checks/proxies.ts'
import { type Command, type CommandContext, CommandError } from '../context.ts'
import { readArgs } from '../read-args.ts'

const word = ({ works }: Finding) => (works === null ? 'off ' : works ? 'ok  ' : 'FAIL')

async function dataDir(folder: string): Promise<Finding & { isWritable: boolean }> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  } catch {
    const finding = fails('data directory', `${folder} cannot be written: change its owner, or set WEIR_DATA_DIR`)
    return { ...finding, isWritable: false }
  }
  const { status, free, remedy } = await lookAtDisk(folder)
  const room = free === null ? 'room unknown' : `${(free / 1024 ** 3).toFixed(1)} GiB free`
  const finding =
    status === 'healthy'
      ? works('data directory', `${folder}, ${room}`)
      : fails('data directory', `${folder}, ${room}. ${remedy}`)
  return { ...finding, isWritable: true }
}

async function database({ WEIR_DATA_DIR: dataDir, WEIR_DATABASE_URL: databaseUrl }: Settings): Promise<Finding> {
  try {
    const detail = await checkStore({ dataDir, databaseUrl })
    return works('database', detail ?? 'none yet; the first start creates it')
  } catch (error) {
    if (error instanceof SettingError) return fails('database', error.message)
    throw error
  }
}

async function server(folder: string): Promise<Finding> {
  try {
    const lock = await lockDataDir(folder)
    if (!lock.held) return works('server', `runs at ${lock.holder?.address ?? 'an address not known yet'}`)
    lock.release()
    return works('server', 'does not run; start it with `weir serve`')
  } catch (error) {
    if (error instanceof SettingError) return fails('server', error.message)
    throw error
  }
}

async function names(): Promise<Finding> {
  const servers = new dns.Resolver().getServers()
  return servers.length > 0
    ? works('name server', servers.join(', '))
    : fails('name server', 'none is configured: host names cannot be resolved; see /etc/resolv.conf')
}

const hasProviders = (plugins: readonly Plugin[]) =>
  plugins.some(({ provides = [] }) => provides.some((provided) => 'health' in provided))

/** The health of the services' providers according to the server; or why there is none. */
async function providers(request: CommandContext['request']): Promise<Finding[]> {
  let answer: { data: { providers: ProviderState[] } }
  try {
    answer = (await request('GET', '/v1/capabilities')) as typeof answer
  } catch (error) {
    if (error instanceof SettingError || error instanceof CommandError || isApiError(error))
      return [fails('service', error.message)]
    throw error
  }
  return answer.data.providers.map(({ service, name, ready, configured, detail, reason, remedy }) =>
    findingOf(
      `${service} ${name}`,
      ready
        ? { ready, detail: detail ?? undefined }
        : { ready, configured, reason: String(reason), remedy: String(remedy) },
    ),
  )
}

/**
 * A real attempt says more than a provider's own report. A running server may have settings that this process lacks.
 */
function join(said: readonly Finding[], tried: readonly Finding[]): Finding[] {
  const lines = new Map(said.map((finding) => [finding.what, finding]))
  for (const one of tried) {
    const known = lines.get(one.what)
    if (one.works !== null || !known) lines.set(one.what, one)
    else if (known.works)
      lines.set(
        one.what,
        works(one.what, `${known.detail}; not tried, as this command has no such setting: ${one.detail}`),
      )
  }
  return [...lines.values()]
}

interface ProviderState {
  service: string
  name: string
  ready: boolean
  configured: boolean
  detail: string | null
  reason: string | null
  remedy: string | null
}

export const doctor: Command = {
  usage: 'doctor [--json]',
  summary: 'Checks what works on this machine, and says what to do about the rest',
  details: `Tries the services in the settings, and changes nothing there: it sends no mail, but asks Brave for one query, and
a language model for one word if its list of models does not suffice. Exits with 1 if something does not work.`,
  makesNoStore: true,
  async run(args, { config, say, request }) {
    const { values, positionals } = readArgs(args, { json: { type: 'boolean', default: false } })
    if (positionals.length > 0) throw new CommandError(`Usage: weir ${doctor.usage}`, 2)
    const folder = config.settings.WEIR_DATA_DIR
    const plugins = await loadPlugins(config)
    const definitions = await loadEngines(config)
    const engines = createEngineRegistry(definitions, config, {
      egress: createEgress({ allow: config.settings.WEIR_EGRESS_ALLOW }),
      log: createLog('text', () => {}),
    })
    const { isWritable, ...data } = await dataDir(folder)
    // Before the providers are asked: a server in this process would look like a running one.
    const store = isWritable ? [await database(config.settings), await server(folder)] : []
    // A server in this process would wait half a minute for a Postgres that is down, only to report the same.
    const isDown = config.settings.WEIR_DATABASE_URL !== undefined && store[0]?.works === false
    const asksProviders = hasProviders(plugins) && isWritable && !isDown
    const [files, listed, issuer, proxies, tried, said] = await Promise.all([
      tryBucket(config.settings),
      engines.list(),
      tryIssuer(config.settings),
      tryProxies(config.settings.WEIR_PROXIES),
      tryPlugins(plugins, config),
      asksProviders ? providers(request) : [],
    ])
    const findings = [
      works('runtime', `${runtime.name} ${runtime.version}`),
      ...unknownSettings(config, [...plugins, ...definitions]).map((name) =>
        isOff(`setting ${name}`, 'There is no such setting, or its plugin is not loaded'),
      ),
      data,
      ...store,
      await names(),
      ...files,
      works('plugins', plugins.map(({ name }) => name).join(', ')),
      ...listed.map(({ name, state }) => findingOf(`engine ${name}`, state)),
      ...issuer,
      ...proxies,
      ...join(said, tried),
    ]
    await engines.close()
    const width = Math.max(18, ...findings.map(({ what }) => what.length)) + 2
    if (values.json) say(JSON.stringify(findings, null, 2))
    else for (const finding of findings) say(`${word(finding)}  ${finding.what.padEnd(width)}${finding.detail}`)
    const failed = findings.filter(({ works: good }) => good === false).length
    if (failed > 0) throw new CommandError(`${failed} of ${findings.length} do not work`)
  },
}
