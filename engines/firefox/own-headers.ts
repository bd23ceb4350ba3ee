import { cookieHeader } from 'weirjs'

/** Before the names of the caller's headers on their way through the library. No page can know it. */
const MARK = `x-${crypto.randomUUID()}-`

interface Header {
  name: string
  value: { type: string; value: string }
}
interface Command {
  params: { headers: Header[] }
}

/**
 * The caller's headers under names that the library passes on: it drops `Cookie`, `Referer` and others that a script
 * may not set. Source: playwright-core 1.64.1.
 */
export const marked = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [MARK + name, value]))

/** Gives the marked headers of a command their names, in place of the browser's own. */
export function unmarked(command: string): string {
  if (!command.includes(MARK)) return command
  const parsed: Command = JSON.parse(command)
  const { headers } = parsed.params
  const given = headers.filter(({ name }) => name.startsWith(MARK))
  const own = new Map(given.map(({ name, value }) => [name.slice(MARK.length), value.value]))
  const cookie = own.get('cookie')
  const kept = headers.find(({ name }) => name.toLowerCase() === 'cookie')
  if (cookie !== undefined && kept) own.set('cookie', cookieHeader(cookie, pairsOf(kept.value.value)))
  const others = headers.filter(({ name }) => !name.startsWith(MARK) && !own.has(name.toLowerCase()))
  const named = [...own].map(([name, value]): Header => ({ name, value: { type: 'string', value } }))
  parsed.params.headers = [...others, ...named]
  return JSON.stringify(parsed)
}

const pairsOf = (cookies: string) =>
  cookies.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('=') }
  })
