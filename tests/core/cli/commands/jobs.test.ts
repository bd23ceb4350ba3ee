import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { jobs } from '../../../../core/cli/commands/jobs.ts'
import { scrape, scrapeMany } from '../../../../core/cli/commands/scrape.ts'
import { createProgressBar, drawProgress } from '../../../../core/cli/progress.ts'
import { loadConfig } from '../../../../core/config.ts'
import { type OpenedDigest, openDigest } from '../../../plugins/jobs/open-digest.ts'
import { captureCommand } from '../capture-command.ts'

let weir: OpenedDigest
beforeAll(async () => {
  weir = await openDigest()
})
afterAll(() => weir.close())

const settings = { WEIR_PLUGINS: 'scrape,jobs,results', WEIR_ENGINES: 'lightweight' }

async function run(command: typeof jobs, ...args: string[]) {
  const config = await loadConfig({ ...settings, WEIR_EGRESS_ALLOW: '127.0.0.0/8' }, import.meta.dir)
  return captureCommand(weir, command, args, config)
}

const ofStatus = (url: string) =>
  new Response('<p>Text of the page.', {
    status: Number(new URL(url).pathname.slice(1)),
    headers: { 'content-type': 'text/html' },
  })

describe('weir jobs', () => {
  test('lists the jobs of everybody, and those with one status', async () => {
    const user = await weir.user()
    const id = await weir.start(user.key, weir.site.urls(3))
    await weir.ended(id, { key: user.key })
    const lines = (await run(jobs)).said.split('\n')
    expect(lines[0]).toMatch(/^ID +TYPE +STATUS +DONE +FAILED +CREDITS +CREATED$/)
    expect(lines.find((line) => line.includes(id))).toMatch(/ digest +completed +3\/3 +0 +1\.5 +2\d{3}-/)
    expect((await run(jobs, 'list', '--status', 'failed')).said).not.toContain(id)
    expect((await run(jobs)).noted).toBe('')
    await weir.ended(await weir.start(user.key, weir.site.urls(1)), { key: user.key })
    expect((await run(jobs, 'list', '--limit', '1')).noted).toContain('There are older ones')
    expect((await run(jobs, 'list', '--status', 'gone')).failure?.message).toContain('status must be one of')
  })

  test('watches a job of the administrator to its end, shows it and cancels it', async () => {
    const quick = await weir.start(weir.adminKey, weir.site.urls(2, 50))
    expect((await run(jobs, 'watch', quick)).said).toBe(
      `${quick} (digest) is completed: 2 of 2 done, 0 failed, 1 credits`,
    )
    expect((await run(jobs, 'show', quick)).said).toContain('is completed')
    const slow = await weir.start(weir.adminKey, weir.site.urls(20, 2000))
    expect((await run(jobs, 'cancel', slow)).said).toContain(slow)
    expect((await weir.ended(slow, { key: weir.adminKey })).status).toBe('cancelled')
    expect((await run(jobs, 'watch', slow)).failure).toMatchObject({ code: 1, message: 'The job is cancelled' })
  })

  test('prints its usage, and reports unknown jobs', async () => {
    for (const args of [['watch'], ['list', 'x'], ['juggle', 'x'], ['show', 'x', 'y'], ['--color']])
      expect((await run(jobs, ...args)).failure?.code).toBe(2)
    expect((await run(jobs, 'show', 'job_x')).failure?.message).toBe('There is no job job_x in this account')
  })
})

describe('weir scrape', () => {
  test('prints one page, or several under their addresses, and names those that failed', async () => {
    const [one, two] = weir.site.urls(2)
    expect((await run(scrape, one!)).said).toContain('This is /0')
    const both = await run(scrape, one!, two!, 'http://127.0.0.1:1/')
    expect(both.said).toContain(`url: ${one}\n---\n\n`)
    expect(both.said).toContain('This is /1')
    expect(both.noted).toContain('http://127.0.0.1:1/: ')
    expect(both.failure?.message).toBe('1 of 3 pages could not be scraped')
    const json = JSON.parse((await run(scrape, one!, two!, '--json')).said)
    expect(json.map(({ status }: { status: string }) => status)).toEqual(['success', 'success'])
    expect((await run(scrape, one!, 'nonsense')).failure?.code).toBe(2)
    expect((await run(scrape)).failure?.code).toBe(2)
  })

  test('fails if one of several pages answers with 400 or more, which is printed all the same', async () => {
    using site = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: (request) => ofStatus(request.url) })
    const urls = [200, 403, 500].map((status) => `${site.url}${status}`)
    const { said, noted, failure } = await run(scrape, ...urls)
    for (const url of urls) expect(said).toContain(`url: ${url}\n---\n\nText of the page.`)
    expect(noted).toBe(`${urls[1]}: the server answered 403\n${urls[2]}: the server answered 500`)
    expect(failure).toMatchObject({ code: 1, message: '2 of 3 pages could not be scraped' })
  })

  test('reads all results of several long pages, which are more than one answer may have', async () => {
    const answers: Record<string, object> = {
      '/v1/scrape': { jobId: 'job_1' },
      '/v1/jobs/job_1': { completedAt: '2026-01-01T00:00:00.000Z' },
      '/v1/jobs/job_1/results?limit=100': { results: [{ url: 'a' }, { url: 'b' }], nextCursor: '2' },
      '/v1/jobs/job_1/results?limit=100&cursor=2': { results: [{ url: 'c' }], nextCursor: null },
    }
    const fetch = async ({ url }: Request) => Response.json({ data: answers[url.replace('http://localhost', '')] })
    const pages = await scrapeMany({ server: { fetch } as never, localToken: '' }, {})
    expect(pages.map(({ url }) => url)).toEqual(['a', 'b', 'c'])
  })

  test('fails for a private address, with the setting that would allow it', async () => {
    const [url, other] = weir.site.urls(2)
    const config = await loadConfig(settings, import.meta.dir)
    for (const urls of [[url!], [url!, other!]]) {
      const { failure, noted } = await captureCommand(weir, scrape, urls, config)
      expect(failure?.code).toBe(1)
      expect(noted + failure?.message).toContain('add it to WEIR_EGRESS_ALLOW')
    }
  })
})

describe('a progress bar', () => {
  const half = { completed: 9, failed: 1, total: 20, timeLeft: 8000 }

  test('is one line that fits the screen', () => {
    expect(drawProgress(half)).toBe(`[${'#'.repeat(15)}${'-'.repeat(15)}]  10/20  1 failed  8 seconds left`)
    expect(drawProgress({ completed: 0, failed: 0, total: 0, timeLeft: null })).toBe(`[${'-'.repeat(30)}]  0/0`)
    expect(drawProgress(half, 40)).toHaveLength(39)
  })

  test('is drawn only on a terminal, over itself', () => {
    const written: string[] = []
    const write = (text: string) => written.push(text)
    const bar = createProgressBar({ isTTY: true, columns: 0, write })
    bar.show(half)
    bar.end()
    expect(written).toEqual([`\r\u001b[K${drawProgress(half)}`, '\r\u001b[K'])
    createProgressBar({ write }).show(half)
    expect(written).toHaveLength(2)
  })
})
