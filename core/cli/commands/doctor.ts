import { promises as dns } from 'node:dns'
import { access, constants, mkdir } from 'node:fs/promises'
import { SettingError, type Settings, unknownSettings } from '../../config.ts'
import type { Plugin } from '../../contracts/plugin.ts'
import type { Proxy } from '../../contracts/proxy.ts'
import { createEgress } from '../../egress/egress.ts'
import { isApiError } from '../../errors.ts'
import { createEngineRegistry } from '../../host/create-engine-registry.ts'
import { loadEngines, loadPlugins } from '../../host/load.ts'
import { createLog } from '../../log.ts'
import { lookAtDisk } from '../../metrics/disk-room.ts'
import { openTunnel, TunnelFailure } from '../../proxy/tunnel.ts'
import { runtime } from '../../runtime/index.ts'
import { parseBucket } from '../../s3/address.ts'
import { openConfiguredBucket } from '../../s3/settings.ts'
import { checkStore } from '../../store/index.ts'
import { lockDataDir } from '../../store/lock.ts'
import { type Command, type CommandContext, CommandError } from '../context.ts'
import { readArgs } from '../read-args.ts'

interface Finding {
  what: string
  /** Null where nobody has set it up. */
  works: boolean | null
  detail: string
}
const works = (what: string, detail: string): Finding => ({ what, works: true, detail })
const fails = (what: string, detail: string): Finding => ({ what, works: false, detail })
const isOff = (what: string, detail: string): Finding => ({ what, works: null, detail })

const word = ({ works }: Finding) => (works === null ? 'off ' : works ? 'ok  ' : 'FAIL')

async function dataDir(folder: string): Promise<Finding> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
  } catch {
    return fails('data directory', `${folder} cannot be written: change its owner, or set WEIR_DATA_DIR`)
  }
  const { status, free, remedy } = await lookAtDisk(folder)
  const room = free === null ? 'room unknown' : `${(free / 1024 ** 3).toFixed(1)} GiB free`
  return status === 'healthy'
    ? works('data directory', `${folder}, ${room}`)
    : fails('data directory', `${folder}, ${room}. ${remedy}`)
}

async function database({ WEIR_DATA_DIR: dataDir, WEIR_DATABASE_URL: databaseUrl }: Settings): Promise<Finding> {
  try {
    const detail = await checkStore({ dataDir, databaseUrl })
    return works('database', detail ?? 'none yet; the first start makes it')
  } catch (error) {
    if (error instanceof SettingError) return fails('database', error.message)
    throw error
  }
}

async function server(folder: string): Promise<Finding> {
  const lock = await lockDataDir(folder)
  if (!lock.held) return works('server', `runs at ${lock.holder?.address ?? 'an address not known yet'}`)
  lock.release()
  return works('server', 'does not run; start it with `weir serve`')
}

async function names(): Promise<Finding> {
  const servers = new dns.Resolver().getServers()
  return servers.length > 0
    ? works('name server', servers.join(', '))
    : fails('name server', 'none is set: pages cannot be found by name; see /etc/resolv.conf')
}

/** Whether the key may do in the bucket what files need: a thing is put, looked at, listed and deleted there. */
async function bucketOf(settings: Settings): Promise<Finding[]> {
  const { WEIR_S3_BUCKET: place } = settings
  if (place === undefined) return []
  const bucket = openConfiguredBucket(settings, parseBucket(place), 'WEIR_S3_BUCKET')
  const key = `doctor-${crypto.randomUUID()}`
  try {
    await bucket.put(key, new Uint8Array(1))
    await bucket.probe()
    const found = await bucket.head(key)
    await bucket.remove(key)
    return [found ? works('files', `${bucket.name} takes them`) : fails('files', `${bucket.name} lost what it took`)]
  } catch (error) {
    return [fails('files', error instanceof Error ? error.message : String(error))]
  }
}

/** Milliseconds for one proxy; longer than it may take to connect. */
const PROXY_TIME = 6000
/** An address that is nobody's: what a proxy says of it does not matter. Source: RFC 5737. */
const NOWHERE = { addresses: ['192.0.2.1'], port: 443 }

/** Each proxy by its place in the setting: whether it takes connections, and our credentials. */
async function proxies(list: readonly Proxy[]): Promise<Finding[]> {
  return Promise.all(
    list.map(async ({ url, country }, i) => {
      const what = `proxy ${i + 1}`
      try {
        const stream = await openTunnel(url, NOWHERE, AbortSignal.timeout(PROXY_TIME))
        stream.destroy()
      } catch (error) {
        if (error instanceof TunnelFailure && error.isProxyFault)
          return fails(what, `${error.message}: see WEIR_PROXIES`)
      }
      return works(what, country ? `takes connections, exit in ${country}` : 'takes connections')
    }),
  )
}

const hasProviders = (plugins: readonly Plugin[]) =>
  plugins.some(({ provides = [] }) => provides.some((provided) => 'health' in provided))

/** How the providers of services are, as the server that is asked finds them; or why there is none. */
async function providers(request: CommandContext['request']): Promise<Finding[]> {
  let answer: { data: { providers: ProviderState[] } }
  try {
    answer = (await request('GET', '/v1/capabilities')) as typeof answer
  } catch (error) {
    if (error instanceof SettingError || error instanceof CommandError || isApiError(error))
      return [fails('service', error.message)]
    throw error
  }
  return answer.data.providers.map(({ service, name, ready, configured, detail, reason, remedy }) => {
    const what = `${service} ${name}`
    if (ready) return works(what, detail ?? 'ready')
    return configured ? fails(what, `${reason}. ${remedy}`) : isOff(what, `${remedy}`)
  })
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
  summary: 'Says what works on this machine, and what to do about the rest',
  details: 'Exits with 1 where something does not work.',
  makesNoStore: true,
  async run(args, { config, say, request }) {
    const { values, positionals } = readArgs(args, { json: { type: 'boolean', default: false } })
    if (positionals.length > 0) throw new CommandError(`Call it as: weir ${doctor.usage}`, 2)
    const folder = config.settings.WEIR_DATA_DIR
    const plugins = await loadPlugins(config)
    const definitions = await loadEngines(config)
    const engines = createEngineRegistry(definitions, config, {
      egress: createEgress({ allow: config.settings.WEIR_EGRESS_ALLOW }),
      log: createLog('text', () => {}),
    })
    const data = await dataDir(folder)
    const findings = [
      works('runtime', `${runtime.name} ${runtime.version}`),
      ...unknownSettings(config, [...plugins, ...definitions]).map((name) =>
        isOff(`setting ${name}`, 'There is no such setting, or its plugin is not loaded'),
      ),
      data,
      ...(data.works ? [await database(config.settings), await server(folder)] : []),
      await names(),
      ...(await bucketOf(config.settings)),
      works('plugins', plugins.map(({ name }) => name).join(', ')),
      ...(await engines.list()).map(({ name, state }) =>
        state.ready
          ? works(`engine ${name}`, state.detail ?? 'ready')
          : fails(`engine ${name}`, `${state.reason}. ${state.remedy}`),
      ),
      ...(await proxies(config.settings.WEIR_PROXIES)),
      ...(hasProviders(plugins) && data.works ? await providers(request) : []),
    ]
    await engines.close()
    const width = Math.max(18, ...findings.map(({ what }) => what.length)) + 2
    if (values.json) say(JSON.stringify(findings, null, 2))
    else for (const finding of findings) say(`${word(finding)}  ${finding.what.padEnd(width)}${finding.detail}`)
    const failed = findings.filter(({ works: good }) => good === false).length
    if (failed > 0) throw new CommandError(`${failed} of ${findings.length} do not work`)
  },
}
