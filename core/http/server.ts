import { Elysia } from 'elysia'
import type { Admission } from '../auth/caller.ts'
import type { Auth } from '../auth/index.ts'
import type { Config } from '../config.ts'
import type { Account } from '../contracts/account.ts'
import type { HealthReports } from '../contracts/operations/health.ts'
import type { Plugin } from '../contracts/plugin.ts'
import { openPlugins, type Ports } from '../host/open-plugins.ts'
import { ownFault } from '../host/own-fault.ts'
import type { ProviderInfo } from '../host/service-registry.ts'
import type { JobSystem } from '../jobs/index.ts'
import type { Limits } from '../limits/limits.ts'
import type { Log } from '../log.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import type { Peer } from '../runtime/runtime.ts'
import { version } from '../version.ts'
import { createAnswer } from './answer.ts'
import { createAsk } from './ask.ts'
import { isInNetworks, isLoopbackHost } from './client-address.ts'
import { createCors } from './cors.ts'
import { type Described, describeApi } from './docs/openapi.ts'
import { createFallback } from './fallback.ts'
import { forwardedScheme, withScheme } from './forwarded-scheme.ts'
import { createIdempotency } from './idempotency/idempotency.ts'
import { pathOf } from './incoming.ts'
import { checkMounts, homeOf, mountsOf } from './mounts.ts'
import { createOwnRoutes } from './own/own-routes.ts'
import { API } from './paths.ts'
import type { RequestState } from './request-state.ts'
import { createRoutes } from './routes/routes.ts'
import type { RouteInput } from './scope/access-hooks.ts'
import { admissionOf, createGuards } from './scope/guards.ts'
import { pluginScope } from './scope/plugin-scope.ts'
import { withProtocolCredential } from './sockets/protocol.ts'
import { createSockets } from './sockets/sockets.ts'

/** The parts of a server. */
export interface ServerParts {
  config: Config
  plugins: readonly Plugin[]
  dataDir: string
  ports: Omit<Ports, 'ask'>
  jobSystem: JobSystem
  auth: Auth
  limits: Limits
  /** All permissions that a key can have. */
  permissions: readonly string[]
  metrics: ServiceMetrics
  health: HealthReports
  log: Log
}

export interface Server {
  /** The providers that plugins bring to services, with their state. */
  listProviders(): Promise<ProviderInfo[]>
  /** Where a person who opens the service's root address is sent or, after a first start, the administrator. */
  home(administrator?: Account): Promise<string>
  /** Answers one request. It never throws. */
  fetch(request: Request, peer?: Peer): Promise<Response>
  /** Ends open streams and sockets, which would never end by themselves. Other requests go on. */
  stopping(): void
  /** Closes the plugins. */
  close(): Promise<void>
}

/** What a key needs while a stream or a WebSocket stays open. Its route has checked for more when it was opened. */
const STAYING: Admission = { as: 'key', permission: 'none' }

const local: Peer = { address: '127.0.0.1', keepOpen() {} }

/**
 * Makes one app of all plugins. Throws SettingError, which names the plugin and the remedy, for what would fail
 * later.
 */
export async function createServer(parts: ServerParts): Promise<Server> {
  const { config, plugins, dataDir, ports, jobSystem, auth, limits, permissions, metrics, log } = parts
  const { WEIR_PUBLIC_URL: publicUrl, WEIR_TRUSTED_PROXIES: trusted } = config.settings
  const callable = plugins.flatMap(({ mounts = [] }) => mounts.flatMap(({ cors, path }) => (cors ? [path] : [])))
  const cors = createCors(config.settings.WEIR_CORS_ORIGINS, [API, '/openapi.json', ...callable])
  const states = new WeakMap<Request, RequestState>()
  const stateOf = (request: Request) => states.get(request) as RequestState
  const idempotency = createIdempotency({ store: ports.store, leases: ports.leases, clock: ports.clock, log })
  const recheck = async (request: Request) => {
    const state = stateOf(request)
    await auth.authenticate(withProtocolCredential(request), () => state.address, admissionOf(STAYING, state))
  }
  const sockets = createSockets({ log, recheck })
  const guards = createGuards({ auth, limits, idempotency, sockets, state: stateOf })
  const streams = jobSystem.createStreams(recheck)
  metrics.registry.reading('weir_streams', 'gauge', 'Streams of events that are open', () => streams.count())
  metrics.registry.reading('weir_sockets', 'gauge', 'WebSockets that are open', () => sockets.count())

  checkMounts(plugins)
  const ask = createAsk({ state: stateOf, answer: (...asked) => answer(...asked) })
  const opened = await openPlugins({ config, plugins, dataDir, ports: { ...ports, ask }, jobSystem, streams, log })
  const root = new Elysia({ normalize: false })
  const routes = createRoutes({ families: limits.families, permissions })
  const fallback = createFallback(routes, log)
  const described: Described[] = []
  await opened.attempt(async () => {
    for (const { plugin, kit, state } of opened.all) {
      for (const mount of mountsOf(plugin)) {
        const inputs = new Map<string, RouteInput>()
        const open = pluginScope(plugin, { guards, inputs, log, clock: ports.clock }, mount.path)
        const scope = await ownFault(plugin, 'its routes could not be made', () => mount.routes(open, kit, state), kit)
        routes.add(plugin, scope, inputs)
        described.push({ plugin, scope })
        root.use(scope)
      }
    }
  })
  root.onError(({ request, error, code }) => {
    const state = stateOf(request)
    const pathname = pathOf(request.url)
    return code === 'NOT_FOUND' ? fallback.notTaken(state, pathname) : fallback.failed(state, error, pathname)
  })

  const openapi = async () => JSON.stringify(await describeApi(described, { publicUrl: publicUrl ?? '/', version }))
  const home = await opened.attempt(async () => homeOf(plugins, routes.takes))
  // A loopback address is not a proxy's.
  const isPublic = publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname)
  /** Whether a request from this peer may have come through an undeclared proxy. */
  const mayBeProxied = (peer: string) => (isPublic || trusted.length > 0) && !isInNetworks(peer, trusted)
  // A proxy may serve us below a path.
  const before = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')
  const own = createOwnRoutes({ auth, metrics, health: parts.health, openapi, mayBeProxied, home: before + home })
  const { usage } = ports.accounts
  const fetch = (request: Request) => root.fetch(request)
  const answer = createAnswer({ fetch, own, routes, fallback, cors, states, trusted, metrics, usage, log })

  await opened.start()

  const stopping = () => {
    streams.close()
    sockets.close()
  }

  return {
    listProviders: opened.listProviders,
    async home(administrator) {
      const host = opened.all.find(({ plugin }) => plugin.home !== undefined)
      if (!administrator || !host?.plugin.welcome) return home
      return host.plugin.welcome(host.kit, host.state, administrator)
    },
    fetch(original, peer = local) {
      if (trusted.length === 0) return answer(original, peer)
      return withScheme(forwardedScheme(original.headers, peer.address, trusted), () => answer(original, peer))
    },
    stopping,
    async close() {
      stopping()
      await opened.close()
    },
  }
}
