/**
 * Hostile tenants, in a separate process: each scrapes one page after the other, with a different first page, until
 * standard input ends. Prints the numbers of responses by status, as JSON. Usage: bun harm.ts TASK, where TASK is the
 * JSON of a HarmTask
 */
export interface HarmTask {
  origin: string
  /** A key for each tenant. */
  keys: readonly string[]
  /** The pages that each tenant scrapes. */
  pages: readonly (readonly string[])[]
  formats: readonly string[]
}

/** The timeout of a scrape, in ms. */
const TIMEOUT = 5000

const { origin, keys, pages, formats } = JSON.parse(process.argv[2]!) as HarmTask
const statuses = new Map<number, number>()
let isOver = false

async function scrape(url: string, key: string): Promise<number> {
  const answer = await fetch(`${origin}/v1/scrape`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, formats, maxAge: 0, timeout: TIMEOUT }),
  })
  await answer.arrayBuffer()
  return answer.status
}

async function harm(tenant: number): Promise<void> {
  const own = pages[tenant]!
  for (let i = tenant * 2; !isOver; i++) {
    const status = await scrape(`${own[i % own.length]}?${i}`, keys[tenant]!).catch(() => 0)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    // A server that has exited refuses connections at once.
    if (status === 0) await Bun.sleep(100)
  }
}

const all = keys.map((_, tenant) => harm(tenant))
for await (const _ of Bun.stdin.stream());
isOver = true
await Promise.all(all)
console.log(JSON.stringify([...statuses]))
