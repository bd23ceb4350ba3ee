import { convert, crawl, map, scrape } from 'weirjs'
import { WeirError } from 'weirjs/client'

/** A user's program: each function, the refusals, and an end by itself. */
const [site = '', forbidden = ''] = process.argv.slice(2)
const lines: string[] = []
const say = (...words: unknown[]) => lines.push(words.join(' '))

const [page, list] = await Promise.all([
  scrape(`${site}/k`, { formats: ['markdown', 'links'] }),
  map(`${site}/k`, { maxDepth: 1 }),
])
say('scrape', page.data.markdown?.split('\n')[0], page.data.links?.length)
say('map', list.data.urls.length)
for await (const { url, markdown } of crawl(`${site}/k`, { maxPages: 3, waitTime: 0 }))
  say('crawl', new URL(url).pathname, markdown?.split('\n')[0])
for await (const { url } of crawl(`${site}/k`, { maxPages: 3, waitTime: 0 })) {
  say('first', new URL(url).pathname)
  break
}
const html = await convert('<h1>Tea – hot</h1><p><a href="pot">The pot</a> stands there.</p>', {
  url: 'https://example.com/tea/',
  replaceAllPathsWithAbsolutePaths: true,
})
say('html', JSON.stringify(html.data.markdown), html.data.metadata.url)
const rows = await convert(new TextEncoder().encode('a,b\n1,2\n'), { contentType: 'text/csv', formats: ['json'] })
say('csv', JSON.stringify(rows.data.json))
const refusal = (error: unknown) => (error instanceof WeirError ? `${error.code} ${error.details.reason ?? ''}` : error)
say('private', await scrape(forbidden).catch(refusal))
say('option', await convert('<p>x', { formats: ['screenshot'] }).catch(refusal))
say('browser', await convert('<p>x', { executeJS: '1' }).catch(({ message }: Error) => message))
say('url', await convert('<p>x', { url: 'tea' }).catch(refusal))
// As from a program without types.
say('content', await convert(undefined as unknown as string).catch(refusal))
const started = performance.now()
const pages = crawl(`${site}/never`, {}, { signal: AbortSignal.timeout(500) })
const stopped = await pages.next().catch(({ name }: Error) => name)
say('stopped', stopped, performance.now() - started < 5000)
const signal = AbortSignal.abort(new Error('no longer wanted'))
say('aborted', await scrape(`${site}/k`, {}, { signal }).catch((error: Error) => error.message))
console.log(lines.join('\n'))
