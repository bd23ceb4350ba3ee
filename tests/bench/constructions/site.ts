/**
 * A website in a separate process that responds with constructions: `/GROUP/INDEX/COUNT`. Prints its port.
 * Usage: bun site.ts
 */
import type { SiteAnswer } from './construction.ts'
import { groups } from './groups/index.ts'

const good = `<!DOCTYPE html><title>Good</title><main><h1>Good</h1>${'<p>A paragraph of some <b>words</b> and a <a href="/good">link</a>.</p>'.repeat(100)}</main>`

/** Cached responses, so that the website itself takes little time. */
const made = new Map<string, SiteAnswer | undefined>()
const MAX_MADE = 100

function answerOf(group: string, index: number, count: number): SiteAnswer | undefined {
  const key = `${group}/${index}/${count}`
  if (!made.has(key)) {
    if (made.size === MAX_MADE) made.clear()
    made.set(key, groups[group]?.[index]?.answer?.(count))
  }
  return made.get(key)
}

/** Links to further pages with the same construction, for crawls. */
const linksBelow = (path: string) => Array.from({ length: 20 }, (_, i) => `<a href="${path}/${i}">${i}</a>`).join('')

const server = Bun.serve({
  hostname: '0.0.0.0',
  port: 0,
  idleTimeout: 120,
  fetch({ url }) {
    const { pathname } = new URL(url)
    const [group = '', index = '', count = '', ...rest] = pathname.split('/').slice(1).map(decodeURIComponent)
    if (group === 'good') return new Response(good, { headers: { 'content-type': 'text/html' } })
    const answer = answerOf(group, Number(index), Number(count))
    if (answer === undefined) return new Response('none', { status: 404 })
    const { body, headers } = answer
    const isPage = headers['content-type']?.startsWith('text/html') && headers['content-encoding'] === undefined
    const links = isPage && rest.length < 4 ? linksBelow(pathname) : ''
    const bytes = links === '' ? body : Buffer.concat([Buffer.from(links), body])
    return new Response(bytes as Uint8Array<ArrayBuffer>, { headers })
  },
})
console.log(server.port)
