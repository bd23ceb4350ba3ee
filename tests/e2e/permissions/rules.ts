/**
 * What a route requires of its caller, written from the specification and not from the code: `open` accepts anybody,
 * `link` a signed link or any key, `session` a session or an administrator's key, `admin` an administrator's key,
 * `key` any valid key, `any` a key with at least one permission; everything else is the name of the permission that a
 * key must have.
 */
const rules: readonly (readonly [routes: RegExp, rule: string])[] = [
  [/^POST \/v1\/auth\/(login|oidc)$/, 'open'],
  // Signed by the payment provider.
  [/^POST \/v1\/billing\/webhooks\//, 'open'],
  // Its address contains a token, without which it is unknown.
  [/^GET \/v1\/monitors\/\{monitorId\}\/feed\.atom$/, 'open'],
  [/^GET \/v1\/files\//, 'link'],
  [/ \/v1\/auth\/(api-keys|logout)\b/, 'session'],
  [/ \/v1\/account\/password$/, 'session'],
  [/ \/v1\/(admin\/|analytics\/accounts)/, 'admin'],
  [/^GET \/v1\/(auth\/validate|capabilities)$/, 'key'],
  [/ \/v1\/jobs\b/, 'any'],
  // The requests of each tool are checked again, on behalf of the caller.
  [/ \/mcp$/, 'any'],
  [/ \/v1\/(users|queues|analytics|webhooks|billing)\b/, 'account'],
  [/ \/v1\/ai-enrichment\b/, 'enrichment'],
  ...['scrape', 'batch', 'crawl', 'map', 'search', 'extract', 'archive', 'monitors', 'results', 'picture'].map(
    (name) => [new RegExp(` /v1/${name}\\b`), name] as const,
  ),
  // The paths of another API, with the permission for what they do.
  ...(
    [
      ['POST', '(scrape|parse)', 'scrape'],
      ['POST', 'batch/scrape', 'scrape'],
      ['POST', 'crawl(/params-preview)?', 'crawl'],
      ['POST', 'map', 'map'],
      ['POST', 'search', 'search'],
      ['POST', 'extract', 'extract'],
      ['[A-Z]+', '.*', 'any'],
    ] as const
  ).map(([method, path, rule]) => [new RegExp(`^${method} (/v2|/firecrawl/v[12])/${path}$`), rule] as const),
  // The dashboard: its data comes from the routes above, after a login.
  [/ \/dashboard\b/, 'open'],
  // The server's own routes. Metrics are for administrators, and for the machine itself.
  [/^GET \/(health|openapi\.json|docs)$/, 'open'],
  [/^GET \/metrics$/, 'admin'],
]

const levels = ['open', 'link', 'session', 'admin', 'key', 'any', 'unknown']
/** Whether a rule is the name of a permission. */
export const isPermission = (rule: string) => !levels.includes(rule)

export interface Route {
  method: string
  path: string
  rule: string
}

export const routeOf = (method: string, path: string): Route => ({
  method,
  path,
  rule: rules.find(([pattern]) => pattern.test(`${method} ${path}`))?.[1] ?? 'unknown',
})

/** The caller: what they present, and what that lets them do. */
export interface Asking {
  /** Nothing, an unknown credential, or one that is no longer valid and why; absent if it is valid. */
  credential?: 'none' | 'unknown' | 'key_revoked' | 'key_expired' | 'suspended'
  role: 'user' | 'admin'
  via: 'key' | 'session'
  /** Of the key; a session has all of them. */
  permissions: readonly string[]
  readOnly?: true
  /** The paths that the key is for. */
  endpoints?: (path: string) => boolean
  /** Whether the key is for another address than this one. */
  isElsewhere?: true
}

export const IN = 'in'
const NOBODY = '401 unauthorized'
const FORBIDDEN = '403 insufficient_permissions'

/** The expected outcome for a caller on a route: access, or the refusal. */
export function expected({ method, path, rule }: Route, asking: Asking): string {
  if (rule === 'open') return IN
  if (asking.credential === 'none') return rule === 'link' ? IN : NOBODY
  if (asking.credential === 'unknown') return NOBODY
  if (asking.credential === 'suspended') return `${FORBIDDEN} suspended`
  if (asking.credential !== undefined) return `401 ${asking.credential}`
  if (asking.isElsewhere) return `${FORBIDDEN} address`
  if (asking.readOnly && method !== 'GET') return `${FORBIDDEN} read_only`
  if (asking.endpoints && !asking.endpoints(path)) return `${FORBIDDEN} endpoint`
  return may(rule, asking) ? IN : FORBIDDEN
}

function may(rule: string, { role, via, permissions }: Asking): boolean {
  const holds = (name: string) => permissions.includes('*') || permissions.includes(name)
  const isAdministrator = role === 'admin' && holds('admin')
  if (rule === 'admin') return isAdministrator
  if (rule === 'session') return via === 'session' || isAdministrator
  if (rule === 'any') return permissions.length > 0
  return !isPermission(rule) || holds(rule)
}
