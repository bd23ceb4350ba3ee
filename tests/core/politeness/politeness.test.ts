import { describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import type { HostPolicy } from '../../../core/contracts/host-policy.ts'
import { createMemoryLeases } from '../../../core/leases/memory-leases.ts'
import { createLog } from '../../../core/log.ts'
import { createPoliteness } from '../../../core/politeness/politeness.ts'
import { countTurns, work } from '../../turns.ts'
import { openFetch } from '../fetch/open-fetch.ts'

const signal = AbortSignal.timeout(20_000)
const context = { signal }

/** A site with these files, and the requests to it. */
function serve(files: Record<string, string | Uint8Array | number>) {
  const asked: string[] = []
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch({ url }) {
      const { pathname } = new URL(url)
      asked.push(pathname)
      const file = files[pathname] ?? 404
      return typeof file === 'number' ? new Response('', { status: file }) : new Response(file as BodyInit)
    },
  })
  return { url: new URL(server.url), asked, files, [Symbol.asyncDispose]: () => server.stop(true) }
}

function open() {
  const told: HostPolicy[] = []
  const hosts: string[] = []
  let now = 1_000_000
  const site = createPoliteness({
    leases: createMemoryLeases(),
    fetch: openFetch(),
    clock: { now: () => now },
    log: createLog('text', () => {}),
    async setHostPolicy(host, pace) {
      hosts.push(host)
      told.push(pace)
    },
  })
  return {
    site,
    told,
    hosts,
    pass(ms: number) {
      now += ms
    },
    now: () => now,
  }
}

describe('robots.txt', () => {
  test('is fetched once an hour, by however many at once', async () => {
    await using served = serve({ '/robots.txt': 'User-agent: *\nDisallow: /a' })
    const { site, pass } = open()
    const all = await Promise.all([1, 2, 3].map(() => site.robots(served.url, context)))
    expect(all.map((robots) => robots.allows(new URL('/a', served.url)))).toEqual([false, false, false])
    await site.robots(served.url, context)
    expect(served.asked).toEqual(['/robots.txt'])
    pass(3_600_001)
    await site.robots(served.url, context)
    expect(served.asked.length).toBe(2)
  })
  for (const [status, may] of [
    [404, true],
    [403, true],
    [429, true],
    [500, false],
    [503, false],
  ] as const)
    test(`answered with ${status} ${may ? 'allows everything' : 'forbids everything'}`, async () => {
      await using served = serve({ '/robots.txt': status })
      const { site } = open()
      expect((await site.robots(served.url, context)).allows(new URL('/a', served.url))).toBe(may)
    })
  test('that cannot be fetched forbids everything, says why, and is fetched again soon', async () => {
    const served = serve({ '/robots.txt': 'User-agent: *\nDisallow: /a' })
    const { url } = served
    await served[Symbol.asyncDispose]()
    const { site, pass } = open()
    const robots = await site.robots(url, context)
    expect(robots.allows(url)).toBe(false)
    expect(robots.failure?.details.reason).toBe('refused')
    await using again = Bun.serve({ port: Number(url.port), hostname: '127.0.0.1', fetch: () => new Response('') })
    pass(31_000)
    expect((await site.robots(new URL(again.url), context)).allows(url)).toBe(true)
  })
  test('is read up to half a megabyte', async () => {
    const filler = `# ${'x'.repeat(600_000)}\nDisallow: /b`
    await using served = serve({ '/robots.txt': `User-agent: *\nDisallow: /a\n${filler}` })
    const robots = await open().site.robots(served.url, context)
    expect(['/a', '/b'].map((path) => robots.allows(new URL(path, served.url)))).toEqual([false, true])
  })
  test('of the first sites is forgotten if there are many large ones', async () => {
    const asked: string[] = []
    const text = `User-agent: *\nDisallow: /a\n${`# ${'x'.repeat(98)}\n`.repeat(5000)}`
    await using served = Bun.serve({
      port: 0,
      hostname: '0.0.0.0',
      fetch({ url }) {
        asked.push(new URL(url).hostname)
        return new Response(text)
      },
    })
    const { site } = open()
    const read = (n: number) => site.robots(new URL(`http://127.0.0.${n}:${served.port}/`), context)
    for (let n = 1; n <= 40; n++) await read(n)
    await read(40)
    await read(1)
    expect([asked.length, asked.at(-1)]).toEqual([41, '127.0.0.1'])
  })
  test('nobody waits for it after the signal is aborted', async () => {
    await using slow = Bun.serve({ port: 0, fetch: () => Bun.sleep(3000).then(() => new Response('')) })
    const { site } = open()
    await expect(site.robots(new URL(slow.url), { signal: AbortSignal.timeout(50) })).rejects.toThrow()
  })
})

describe('sitemaps', () => {
  const urlset = (...urls: string[]) => `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`
  const listed = async (served: ReturnType<typeof serve>) => {
    const { site } = open()
    const robots = await site.robots(served.url, context)
    const urls = await Array.fromAsync(site.sitemap(served.url, robots.sitemaps, context))
    return urls.map(({ pathname }) => pathname)
  }

  test.each([429, 503])('a status %d for one pauses the host, as for a page', async (status) => {
    await using served = serve({ '/sitemap.xml': status })
    const { site, told, now } = open()
    expect(await Array.fromAsync(site.sitemap(served.url, [], context))).toEqual([])
    expect(told).toEqual([{ parallel: 1, notBefore: now() + 1000 }])
  })

  test('a redirected one pauses the host that refuses, not the one that redirected', async () => {
    await using busy = serve({ '/sitemap.xml': 503 })
    await using moved = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => Response.redirect(new URL('/sitemap.xml', busy.url).href),
    })
    const { site, hosts } = open()
    expect(await Array.fromAsync(site.sitemap(new URL(moved.url), [], context))).toEqual([])
    expect(hosts).toEqual([busy.url.host])
  })

  test('are those in robots.txt, and sitemap.xml, including indexes and gzip', async () => {
    await using served = serve({})
    const { origin } = served.url
    served.files['/robots.txt'] = `Sitemap: ${origin}/index.xml\nSitemap: /b.txt`
    served.files['/index.xml'] =
      `<sitemapindex><sitemap><loc>${origin}/a.xml.gz</loc></sitemap><sitemap><loc>${origin}/gone.xml</loc></sitemap></sitemapindex>`
    served.files['/a.xml.gz'] = gzipSync(urlset(`${origin}/1`, `${origin}/2`))
    served.files['/b.txt'] = `${origin}/3\n`
    served.files['/sitemap.xml'] = urlset(`${origin}/4`)
    expect((await listed(served)).sort()).toEqual(['/1', '/2', '/3', '/4'])
  })
  test('list addresses as browsers read them', async () => {
    await using served = serve({})
    served.files['/sitemap.xml'] = urlset(`${served.url.origin}/my file.html`, '/wrap\nped', 'http://u:p@a.test/')
    expect(await listed(served)).toEqual(['/my%20file.html', '/wrapped'])
  })
  test('that name each other come to an end', async () => {
    await using served = serve({})
    const { origin } = served.url
    served.files['/sitemap.xml'] =
      `<sitemapindex><sitemap><loc>${origin}/sitemap.xml</loc></sitemap><sitemap><loc>${origin}/b.xml</loc></sitemap></sitemapindex>`
    served.files['/b.xml'] = `<sitemapindex><sitemap><loc>${origin}/sitemap.xml</loc></sitemap></sitemapindex>`
    expect(await listed(served)).toEqual([])
    expect(served.asked).toEqual(['/robots.txt', '/sitemap.xml', '/b.xml'])
  })
  const index = (...locs: string[]) =>
    `<sitemapindex>${locs.map((loc) => `<sitemap><loc>${loc}</loc></sitemap>`).join('')}</sitemapindex>`
  test('are read three indexes deep', async () => {
    await using served = serve({})
    for (const [from, to] of [
      ['/sitemap.xml', '/1.xml'],
      ['/1.xml', '/2.xml'],
      ['/2.xml', '/3.xml'],
      ['/3.xml', '/4.xml'],
    ] as const)
      served.files[from] = index(`${served.url.origin}${to}`)
    expect(await listed(served)).toEqual([])
    expect(served.asked).toEqual(['/robots.txt', '/sitemap.xml', '/1.xml', '/2.xml', '/3.xml'])
  })
  test('are at most a hundred, of two hundred that are named', async () => {
    await using served = serve({})
    const { origin } = served.url
    served.files['/sitemap.xml'] = index(...Array.from({ length: 150 }, (_, i) => `${origin}/${i}.xml`))
    await listed(served)
    expect(served.asked.filter((path) => path.endsWith('.xml'))).toHaveLength(100)
    served.asked.length = 0
    const often = Array.from({ length: 198 }, () => `${origin}/often.xml`)
    served.files['/sitemap.xml'] = index(...often, `${origin}/last.xml`, `${origin}/beyond.xml`)
    await listed(served)
    expect(served.asked).toEqual(['/robots.txt', '/sitemap.xml', '/often.xml', '/last.xml'])
  })
  test('let others run between their addresses, however long each takes its reader', async () => {
    await using served = serve({})
    const { origin } = served.url
    served.files['/sitemap.xml'] = urlset(...Array.from({ length: 100 }, (_, i) => `${origin}/${i}`))
    const { site } = open()
    let turns: ReturnType<typeof countTurns> | undefined
    for await (const _ of site.sitemap(served.url, [], context)) {
      turns ??= countTurns()
      work(1)
    }
    expect(turns!.end()).toBeGreaterThan(5)
  })
  test('that are broken are skipped', async () => {
    await using served = serve({})
    served.files['/robots.txt'] = `Sitemap: ${served.url.origin}/a.xml`
    served.files['/a.xml'] = new Uint8Array([0x1f, 0x8b, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8])
    served.files['/sitemap.xml'] = urlset(`${served.url.origin}/4`)
    expect(await listed(served)).toEqual(['/4'])
  })
})

describe('the pace of a host', () => {
  const fast = { status: 200, ms: 50 }
  test('rises to eight requests at once if it answers fast, and falls if it is slow', async () => {
    const { site, told } = open()
    for (let i = 0; i < 6; i++) await site.recordResponse('a.test', fast)
    await site.recordResponse('a.test', { status: 200, ms: 5000 })
    await site.recordResponse('a.test', { status: 0, ms: 100 })
    expect(told).toEqual([{ parallel: 2 }, { parallel: 4 }, { parallel: 8 }, { parallel: 4 }, { parallel: 2 }])
  })
  test('one that asks for a pause gets it, and a longer one each time if it names no time', async () => {
    const { site, told, now } = open()
    await site.recordResponse('a.test', { status: 429, ms: 5, retryAfter: 7000 })
    await site.recordResponse('a.test', { status: 503, ms: 5 })
    await site.recordResponse('b.test', { status: 503, ms: 5 })
    await site.recordResponse('b.test', { status: 503, ms: 5 })
    await site.recordResponse('b.test', { status: 503, ms: 5, retryAfter: 86_400_000 })
    // Some milliseconds may pass between two responses.
    const pauses = told.map(({ notBefore }) => Math.round((notBefore! - now()) / 1000))
    expect(pauses).toEqual([7, 7, 1, 2, 120])
  })
  test('follows the delay of robots.txt, announced once and counted from the request that set it', async () => {
    const { site, told, now } = open()
    const robots = { allows: () => true, delay: 1500, sitemaps: [] }
    await site.applyCrawlDelay('a.test', robots)
    await site.applyCrawlDelay('a.test', robots)
    expect(told).toEqual([{ gap: 1500, notBefore: now() + 1500 }])
  })
})

describe('gaps', () => {
  /** A host that asks for `delay` milliseconds between requests. */
  const spaced = async (delay: number) => {
    const site = createPoliteness({
      leases: createMemoryLeases(),
      fetch: openFetch(),
      clock: { now: () => Date.now() },
      log: createLog('text', () => {}),
      setHostPolicy: async () => {},
    })
    await site.applyCrawlDelay('a.test', { allows: () => true, delay, sitemaps: [] })
    return site
  }

  test.each([
    ['waitForSlot', 'acquire'],
    ['acquire', 'waitForSlot'],
  ] as const)('after a request by %s the next by %s waits for the delay', async (first, second) => {
    const site = await spaced(10_000)
    await site[first]('a.test', signal)
    const gone = new AbortController()
    const other = site[second]('a.test', gone.signal)
    expect(await Promise.race([other.then(() => 'begun'), Bun.sleep(50).then(() => 'waits')])).toBe('waits')
    gone.abort(new Error('gone'))
    await expect(other).rejects.toThrow('gone')
  })

  test('requests that came through the gate too close together are the delay apart', async () => {
    const site = await spaced(60)
    const begun: number[] = []
    await Promise.all([1, 2, 3].map(() => site.waitForSlot('a.test', signal).then(() => void begun.push(Date.now()))))
    expect(begun[1]! - begun[0]!).toBeGreaterThanOrEqual(55)
    // Not measured from the second one, which may have woken late.
    expect(begun[2]! - begun[0]!).toBeGreaterThanOrEqual(115)
    await expect(site.waitForSlot('a.test', AbortSignal.abort(new Error('no')))).rejects.toThrow('no')
  })
})

describe('turns', () => {
  test("no more parallel requests than the host's limit; the end of one starts the next", async () => {
    const { site } = open()
    const end = await site.acquire('a.test', signal)
    let isIn = false
    const next = site.acquire('a.test', signal).then((ended) => {
      isIn = true
      return ended
    })
    await site.acquire('b.test', signal)
    await Bun.sleep(20)
    expect(isIn).toBe(false)
    end()
    end()
    await next
    expect(isIn).toBe(true)
  })
  test('an aborted wait throws the reason, and holds up nobody', async () => {
    const { site } = open()
    const end = await site.acquire('a.test', signal)
    await expect(site.acquire('a.test', AbortSignal.abort(new Error('no')))).rejects.toThrow('no')
    const leaves = new AbortController()
    const left = site.acquire('a.test', leaves.signal)
    leaves.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    end()
    const again = await site.acquire('a.test', signal)
    again()
  })
})
