/**
 * The path that a proxy puts before all of the service, such as `/weir`, by the service's address; mostly empty, as
 * where nobody knows that address.
 */
export const pathBefore = (origin: string): string => (URL.parse(origin)?.pathname ?? '').replace(/\/$/, '')
