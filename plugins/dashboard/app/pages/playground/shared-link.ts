import { isGroup, type Values } from './form/paths.ts'

/** Parameters that may hold a secret: a link that is passed on has none of them. */
const PRIVATE = ['headers', 'authentication', 'webhook', 'actions', 'executeJS']
const NAME = 'body'
/** Characters of a link: servers, and what stands before them, refuse the longer ones, and a reload is lost. */
const MAX_LENGTH = 6000

/** Without what is private, at any depth. */
function withoutSecrets(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (PRIVATE.includes(name)) return []
      return [[name, isGroup(value) ? withoutSecrets(value) : value]]
    }),
  )
}

/** What a link says; undefined where it says nothing, or nonsense. */
export function readLink(search: string): Values | undefined {
  const text = new URLSearchParams(search).get(NAME)
  if (text === null) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isGroup(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The query of a link that says these values; empty where they are too many for one. */
export function linkOf(values: Values): string {
  const kept = withoutSecrets(values)
  const query = `?${new URLSearchParams({ [NAME]: JSON.stringify(kept) })}`
  return Object.keys(kept).length === 0 || query.length > MAX_LENGTH ? '' : query
}

/** Puts the values into the page's address. */
export const writeLink = (values: Values) =>
  history.replaceState(history.state, '', `${location.pathname}${linkOf(values)}`)
