import { Elysia } from 'elysia'
import type { Admission } from '../auth/caller.ts'
import type { Auth } from '../auth/index.ts'
import type { Config } from '../config.ts'
import type { Account } from '../contracts/account.ts'
import type { HealthReports } from '../contracts/operations/health.ts'
import type { Plugin } from '../contracts/plugin.ts'
import { internalError, isApiError } from '../errors.ts'
import { openPlugins, type Ports } from '../host/open-plugins.ts'
import { ownFault } from '../host/own-fault.ts'
import type { ProviderInfo } from '../host/service-registry.ts'
import type { JobSystem } from '../jobs/index.ts'
import type { Limits } from '../limits/limits.ts'
import { describeError, type Log } from '../log.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import type { Peer } from '../runtime/runtime.ts'
import { version } from '../version.ts'
import { createAsk } from './ask.ts'
import { mustClose } from './body/body.ts'
import { ONE_PIECE } from './body/large-answer.ts'
import { whenSent } from './body/when-sent.ts'
import { isLoopbackHost, isWithin } from './client-address.ts'
import { createCors } from './cors.ts'
import { type Described, describeApi } from './docs/openapi.ts'
import { forwardedScheme, withScheme } from './forwarded-scheme.ts'
import { createIdempotency } from './idempotency/idempotency.ts'
import { pathOf, showPath, takeIn } from './incoming.ts'
import { checkMounts, homeOf, mountsOf } from './mounts.ts'
import { prepare } from './outgoing.ts'
import { createOwnRoutes } from './own/own-routes.ts'
import { RequestState } from './request-state.ts'
import { createRoutes } from './routes.ts'
import type { RouteInput } from './scope/access-hooks.ts'
import { admissionOf, createGuards } from './scope/guards.ts'
import { pluginScope } from './scope/plugin-scope.ts'
import { withProtocolCredential } from './sockets/protocol.ts'
import { createSockets } from './sockets/sockets.ts'

/** What a server is made of. */
export interface ServerParts {
  config: Config
  plugins: readonly Plugin[]
  dataDir: string
  ports: Omit<Ports, 'ask'>
  jobSystem: JobSystem
  auth: Auth
  limits: Limits
  /** What keys may be permitted. */
  permissions: readonly string[]
  metrics: ServiceMetrics
  health: HealthReports
  log: Log
}

export interface Server {
  /** What plugins bring to services with several providers, and how each is. */
  listProviders(): Promise<ProviderInfo[]>
  /** Where a person is sent who opens the service's address; with an administrator, where they begin. */
  home(administrator?: Account): Promise<string>
  /** Answers one request. It never throws. */
  fetch(request: Request, peer?: Peer): Promise<Response>
  /** Ends the streams that are open, which nobody else would. Other requests go on. */
  stopping(): void
  /** Ends what plugins run. */
  close(): Promise<void>
}

/** What a WebSocket asks of a key that goes on listening; its route has asked for more at the beginning. */
const LISTENING: Admission = { as: 'key', permission: 'none' }

const local: Peer = { address: '127.0.0.1', keepOpen() {} }

/** Makes one app of the plugins, and refuses what would fail later: SettingError names the plugin and the mend. */
export async function createServer(parts: ServerParts): Promise<Server> {
  const { config, plugins, dataDir, ports, jobSystem, auth, limits, permissions, metrics, log } = parts
  const { WEIR_PUBLIC_URL: publicUrl, WEIR_TRUSTED_PROXIES: trusted } = config.settings
  const cors = createCors(config.settings.WEIR_CORS_ORIGINS)
  const states = new WeakMap<Request, RequestState>()
  const stateOf = (request: Request) => states.get(request) as RequestState
  const idempotency = createIdempotency({ store: ports.store, leases: ports.leases, clock: ports.clock, log })
  const sockets = createSockets({
    log,
    async recheck(request) {
      await auth.authenticate(withProtocolCredential(request), () => stateOf(request).address, LISTENING)
    },
  })
  const guards = createGuards({ auth, limits, idempotency, sockets, state: stateOf })
  const streams = jobSystem.createStreams(async (request, wanted) => {
    const state = stateOf(request)
    await auth.authenticate(request, () => state.address, admissionOf(wanted, state))
  })
  metrics.registry.reading('weir_streams', 'gauge', 'Streams of events that are open', () => streams.count())
  metrics.registry.reading('weir_sockets', 'gauge', 'WebSockets that are open', () => sockets.count())

  checkMounts(plugins)
  const ask = createAsk({ state: stateOf, answer: (...asked) => answer(...asked) })
  const opened = await openPlugins({ config, plugins, dataDir, ports: { ...ports, ask }, jobSystem, streams, log })
  const root = new Elysia({ normalize: false })
  const routes = createRoutes({ families: limits.families, permissions })
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
    return code === 'NOT_FOUND' ? notTaken(state, pathname) : failed(state, error, pathname)
  })

  /** The answer of no route. */
  const notTaken = (state: RequestState, pathname: string) => {
    const { error: refusal, body } = routes.refuse(pathname)
    state.code = refusal.code
    if (refusal.status === 405) state.headers.allow = (refusal.details.allowed as string[]).join(', ')
    return Response.json(body, { status: refusal.status })
  }

  const failed = (state: RequestState, error: unknown, pathname: string) => {
    if (isApiError(error)) {
      state.code = error.code
      return Response.json(routes.render(pathname, error), { status: error.status })
    }
    log.error('A request failed outside of any plugin', { request: state.id, cause: describeError(error) })
    return Response.json(routes.render(pathname, internalError(error)), { status: 500 })
  }

  let document: Promise<string> | undefined
  const openapi = () => {
    document ??= describeApi(described, { publicUrl: publicUrl ?? '/', version }).then((it) => JSON.stringify(it))
    return document
  }
  const home = await opened.attempt(async () => homeOf(plugins, routes.takes))
  // An address of this machine is no proxy's.
  const isPublic = publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname)
  /** Whether a request may have come by a proxy that does not say so. */
  const mayBeProxied = (peer: string) => (isPublic || trusted.length > 0) && !isWithin(peer, trusted)
  const own = createOwnRoutes({ auth, metrics, health: parts.health, openapi, mayBeProxied, home })

  const readLimits = async (state: RequestState, read: () => Promise<Record<string, string>>) => {
    try {
      return await read()
    } catch (error) {
      log.warn('The limits of a request could not be read', { request: state.id, cause: describeError(error) })
      return {}
    }
  }

  /** The shared headers, the account's usage and the line of the log. */
  const finish = (request: Request, pathname: string, state: RequestState, response: Response) => {
    if (mustClose(request, response.status)) state.headers.connection = 'close'
    for (const name in state.headers) response.headers.set(name, state.headers[name] as string)
    cors.allow(request, response)
    if (response.headers.get('content-type') === 'text/event-stream') state.peer.keepOpen()
    else if (!state.isPart) state.peer.answered?.()
    const ms = Math.round((performance.now() - state.started) * 10) / 10
    metrics.request(routes.familyOf(pathname), response.status, ms)
    const account = state.caller?.account.id
    const failed = response.status >= 400
    if (account && state.endpoint) ports.accounts.usage.request(account, { endpoint: state.endpoint, ms, failed })
    log.info('request', {
      request: state.id,
      method: request.method,
      path: showPath(pathname),
      status: response.status,
      ms,
      account,
      code: state.code,
    })
  }

  await opened.start()

  /** `outer` is the request that it is part of. */
  const answer = async (original: Request, peer: Peer, outer?: RequestState): Promise<Response> => {
    const taken = takeIn(original)
    const refused = isApiError(taken)
    const request = refused ? original : taken
    const state = new RequestState(request, peer, trusted)
    state.isPart = outer !== undefined
    if (outer) state.takesOidc = outer.takesOidc
    states.set(request, state)
    const pathname = refused && !URL.canParse(request.url) ? '' : pathOf(request.url)
    let response: Response
    try {
      if (refused) throw taken
      const owned = request.method === 'GET' ? own(pathname, request, state) : cors.preflight(request)
      response =
        (owned && (await owned)) ??
        (routes.mistakes(request.method, pathname) ? notTaken(state, pathname) : await root.fetch(request))
    } catch (error) {
      response = failed(state, error, pathname)
    }
    // Of what has a length, it lies in memory as a whole.
    state.isLong ||= !state.isSmall && Number(response.headers.get('content-length')) > ONE_PIECE
    try {
      if (state.keyed) response = await state.keyed.request.end(response)
      const prepared = prepare(original, response, state.isSmall)
      response = prepared instanceof Promise ? await prepared : prepared
    } catch (error) {
      response = failed(state, error, pathname)
    }
    // A part of another request has no place but that one's.
    if (state.release && state.isLong && !outer) response = whenSent(response, state.release, original.signal)
    else state.release?.()
    if (state.uncounted) Object.assign(state.headers, await readLimits(state, state.uncounted))
    if (state.giveBack && response.status >= 400) {
      const limits = await readLimits(state, state.giveBack)
      // What is refused by another limit tells of that one.
      if (response.status !== 429) Object.assign(state.headers, limits)
    }
    finish(original, pathname, state, response)
    return response
  }

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
