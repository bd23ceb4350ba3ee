import { expect, test } from 'bun:test'
import { startWeir } from '../../weir.ts'
import { crawlTangle, serveTangle } from './tangle.ts'

test('each page of a tangled site is a result once, failures are reported, and robots.txt is respected', async () => {
  const COUNT = 240
  const tangle = serveTangle(COUNT)
  const weir = await startWeir({ WEIR_ENGINES: 'lightweight' })
  try {
    const { key } = await weir.user()
    const { job, pages, failed } = await crawlTangle(weir, tangle, COUNT, key)
    const { credits } = (await weir.get('/v1/users/profile', { key })).body.data
    const { reachable, failing, asked, slowTimes } = tangle
    expect(pages).toEqual(reachable.filter((n) => !failing.includes(n)))
    expect(failed).toEqual(failing)
    expect([job.status, job.completed, job.failed, job.total]).toEqual([
      'completed',
      pages.length,
      failing.length,
      reachable.length,
    ])
    expect([job.creditsUsed, credits.used]).toEqual([pages.length, pages.length])
    // Its own address, and a redirect of each kind.
    const perAddress = Map.groupBy(asked, (url) => url)
    expect(
      Math.max(...[...perAddress].filter(([url]) => !/9(?:\?|$)/.test(url)).map(([, all]) => all.length)),
    ).toBeLessThan(5)
    expect(asked.filter((url) => url.includes('/private/'))).toEqual([])
    // On a busy machine a single request may be late.
    const gaps = slowTimes.length - 1
    expect(gaps).toBeGreaterThan(3)
    expect(slowTimes.at(-1)! - slowTimes[0]!).toBeGreaterThan(gaps * 200 - 150)
  } finally {
    await weir.close()
    await tangle.stop()
  }
}, 120_000)
