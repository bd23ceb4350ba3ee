/** What the server itself answers, and needs no plugin. */
export const ownPaths: readonly string[] = ['/health', '/metrics', '/openapi.json', '/docs']
/** Below which plugins' routes stand that no mount names. */
export const API = '/v1'

/** Whether a path is this one, or below it. */
export const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}/`)
