import type { Auth } from '../../auth/index.ts'
import type { HealthReports } from '../../contracts/operations/health.ts'
import { renderError } from '../../errors.ts'
import { METRICS_TYPE } from '../../metrics/metrics.ts'
import { refuseMetrics } from '../../metrics/refuse-metrics.ts'
import type { ServiceMetrics } from '../../metrics/service-metrics.ts'
import { docsPage } from '../docs/page.ts'
import type { RequestState } from '../request-state.ts'
import { withoutSlash } from '../routes/route.ts'
import { createFixed } from './fixed.ts'
import { showHealth } from './show-health.ts'

export interface OwnRoutesParts {
  auth: Auth
  metrics: ServiceMetrics
  health: HealthReports
  /** The OpenAPI document, as JSON text. */
  openapi: () => Promise<string>
  /** Whether a request from this peer may have come through an undeclared proxy. */
  mayBeProxied: (peer: string) => boolean
  /** Where a person who opens the service's root address is sent. */
  home: string
}

/** Answers GET requests for the core's own paths; undefined for any other path. */
export type OwnRoutes = (
  pathname: string,
  request: Request,
  state: RequestState,
) => Promise<Response | undefined> | undefined

/** Health, metrics, the OpenAPI document and its page. They need no key, except for metrics from another machine. */
export function createOwnRoutes({ auth, metrics, health, openapi, mayBeProxied, home }: OwnRoutesParts): OwnRoutes {
  const answerHealth = async () => {
    const data = showHealth(await health.report())
    const isUsable = data.status !== 'unhealthy'
    return Response.json({ success: isUsable, data }, { status: isUsable ? 200 : 503 })
  }

  const showMetrics = async (request: Request, state: RequestState) => {
    const refusal = await refuseMetrics(auth, request, state, mayBeProxied(state.peer.address))
    if (!refusal) return new Response(await metrics.registry.expose(), { headers: { 'content-type': METRICS_TYPE } })
    state.code = refusal.code
    if (refusal.status === 401) state.headers['www-authenticate'] = 'Bearer'
    return Response.json(renderError(refusal), { status: refusal.status })
  }

  const document = createFixed(openapi)

  return (pathname, request, state) => {
    if (pathname.startsWith('/v1/')) return undefined
    // Like the routes of plugins, these answer with a trailing slash too.
    const path = withoutSlash(pathname)
    if (path === '/health') return answerHealth()
    if (path === '/metrics') return showMetrics(request, state)
    if (path === '/openapi.json') return document(request, { 'content-type': 'application/json' })
    if (pathname === '/') {
      // On any answer: a shared cache would otherwise send browsers what a program got.
      state.headers.vary = 'accept'
      if (request.headers.get('accept')?.includes('text/html'))
        return Promise.resolve(new Response(null, { status: 302, headers: { location: home } }))
    }
    return pathname.startsWith('/docs') ? docsPage(pathname, request) : undefined
  }
}
