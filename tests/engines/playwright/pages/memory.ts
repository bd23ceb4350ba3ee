import { afterAll, expect, test } from 'bun:test'
import { followTree, usageOf } from '../../../../engines/playwright/process/process-tree.ts'
import { type OpenEngine, rejection } from '../open-engine.ts'

const GiB = 1024 ** 3
const hosts = [0, 1, 2, 3, 4].map((i) => `s${i}.localhost`)
const html = (body: string) =>
  new Response(`<!doctype html><title>Page</title>${body}`, { headers: { 'content-type': 'text/html' } })
/** Fills 1.2 GB with bytes other than zero, so that the system must allocate all of them. */
const fill = `<script>
  const kept = []
  const more = () => { if (kept.push(new Uint8Array(20e6).fill(7)) < 60) setTimeout(more) }
  more()
</script>`
/** Starts hundreds of workers, which do nothing: what counts is that they could. */
const workers = `<script>
  const code = URL.createObjectURL(new Blob(['setInterval(() => {}, 1000)'], { type: 'text/javascript' }))
  const kept = Array.from({ length: 200 }, () => new Worker(code))
</script>`

const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  idleTimeout: 60,
  fetch(request) {
    const { pathname, port } = new URL(request.url)
    if (pathname === '/frame') return html(fill)
    if (pathname === '/workers') return html(workers)
    if (pathname === '/frames')
      return html(hosts.map((host) => `<iframe src="http://${host}:${port}/frame"></iframe>`).join(''))
    return html('<p>PLAINMARK</p>')
  },
})
afterAll(() => site.stop(true))
const at = (path: string) => new URL(path, site.url)
/** The sites that the engine must be allowed to reach. */
export const memoryHosts = ['127.0.0.1', ...hosts].map((host) => `${host}:${site.port}`)

/** A page takes no more memory and threads than it may; its browser may have lost a process then. */
export function memorySuite(open: () => OpenEngine): void {
  const tree = followTree(process.pid)

  test('ends a page whose frames of other sites together take too much memory, and no other', async () => {
    await open().get(at('/'))
    let peak = 0
    const watch = setInterval(async () => {
      const sizes = await Promise.all((await tree()).slice(1).map(async ({ pid }) => (await usageOf(pid)).bytes))
      peak = Math.max(
        peak,
        sizes.reduce((sum, size) => sum + size, 0),
      )
    }, 100)
    const greedy = rejection(open().get(at('/frames'), { waitFor: 15_000 }))
    for (let i = 0; i < 2; i++) expect((await open().get(at('/'))).text).toContain('PLAINMARK')
    expect(await greedy).toMatchObject({ code: 'scraping_failed', details: { reason: 'too_large' } })
    expect((await open().get(at('/'))).text).toContain('PLAINMARK')
    clearInterval(watch)
    expect(peak).toBeLessThan(2 * GiB)
    expect(open().said.join()).toContain('too much memory')
  }, 90_000)

  test('ends a page with hundreds of workers, which could take the processors from all others', async () => {
    expect(await rejection(open().get(at('/workers'), { waitFor: 100_000, timeout: 110_000 }))).toMatchObject({
      code: 'scraping_failed',
      message: 'The page had more workers than a page may have',
      details: { reason: 'too_large' },
    })
    expect((await open().get(at('/'))).text).toContain('PLAINMARK')
  }, 120_000)
}
