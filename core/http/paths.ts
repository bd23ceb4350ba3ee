/** The paths that the server answers itself, without a plugin. */
export const ownPaths: readonly string[] = ['/health', '/metrics', '/openapi.json', '/docs']
/** The prefix of all routes of plugins that are not mounted elsewhere. */
export const API = '/v1'

/** Whether a path is this one, or below it. */
export const isWithin = (path: string, outer: string) => path === outer || path.startsWith(`${outer}/`)
