/**
 * The path prefix that a proxy adds to the whole service, such as `/weir`, taken from the service's URL; usually
 * empty, also if that URL is not configured.
 */
export const pathBefore = (origin: string): string => (URL.parse(origin)?.pathname ?? '').replace(/\/$/, '')
