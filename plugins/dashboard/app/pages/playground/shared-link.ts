import { isGroup, type Values } from './form/paths.ts'

/**
 * Parameters that may hold a secret, or pass one on: shared links never include them, and one that does was not made
 * here. A form may hide where it sends what somebody adds to it.
 */
const PRIVATE = ['headers', 'authentication', 'webhook', 'actions', 'executeJS']
const NAME = 'body'
/** The most characters of a link: servers and proxies refuse longer ones, so that a reload would fail. */
const MAX_LENGTH = 6000

/** Removes private parameters, at any depth. */
function withoutSecrets(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (PRIVATE.includes(name)) return []
      return [[name, isGroup(value) ? withoutSecrets(value) : value]]
    }),
  )
}

/** The values in a link, without private ones; undefined if it has none, or invalid ones. */
export function readLink(search: string): Values | undefined {
  const text = new URLSearchParams(search).get(NAME)
  if (text === null) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isGroup(value) ? withoutSecrets(value) : undefined
  } catch {
    return undefined
  }
}

/** The query of a link with these values; empty if they are too many for one. */
export function linkOf(values: Values): string {
  const kept = withoutSecrets(values)
  const query = `?${new URLSearchParams({ [NAME]: JSON.stringify(kept) })}`
  return Object.keys(kept).length === 0 || query.length > MAX_LENGTH ? '' : query
}

/** Puts the values into the page's URL. */
export const writeLink = (values: Values) =>
  history.replaceState(history.state, '', `${location.pathname}${linkOf(values)}`)
