import { Weir, WeirError } from 'weirjs/client'

/** A program of a user's, the same on every runtime; in a browser `run` is called by its page. */
export async function run(url, key, site) {
  const lines = []
  const weir = new Weir({ url, key })
  const { data } = await weir.scrape(site, { formats: ['markdown', 'links'] })
  lines.push(`scrape ${data.markdown.split('\n')[0]} ${data.links.length}`)
  const crawl = await weir.crawl(site, { maxPages: 2, waitTime: 0 })
  const events = []
  for await (const { event } of weir.jobs.stream(crawl)) events.push(event)
  lines.push(`stream ${events.at(-1)}`)
  for await (const page of weir.results(crawl)) lines.push(`page ${new URL(page.url).pathname}`)
  lines.push(`map ${(await weir.map(site, { maxDepth: 1 })).data.urls.length}`)
  const refused = await weir.scrape('ftp://example.com/').catch((error) => error)
  lines.push(`refused ${refused instanceof WeirError} ${refused.code} ${refused.requestId !== undefined}`)
  return lines
}

if (globalThis.process?.argv[2]) console.log((await run(...process.argv.slice(2))).join('\n'))
