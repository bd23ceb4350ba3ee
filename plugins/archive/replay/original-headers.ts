import { parseReplay } from './replay-address.ts'

const PREFIX = 'x-archive-orig-'
/**
 * In a response that does not separate the archive's headers from the archived ones, those that describe the page.
 */
const OF_PAGE = ['content-type', 'content-language', 'last-modified', 'location']

/** The headers of the archived response. Wayback Machines rename them, and rewrite `location`. */
export function originalHeaders(answer: Headers): Headers {
  const kept = [...answer].filter(([name]) => name.startsWith(PREFIX))
  const original = new Headers()
  for (const [name, value] of kept) original.append(name.slice(PREFIX.length), value)
  for (const name of kept.length > 0 ? ['content-type', 'location'] : OF_PAGE) {
    const value = answer.get(name)
    if (value !== null && !original.has(name)) original.set(name, name === 'location' ? unwrap(value) : value)
  }
  return original
}

const unwrap = (location: string) => parseReplay(location)?.original ?? location
