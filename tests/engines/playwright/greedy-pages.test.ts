import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineDefinition, PageRequest } from 'weirjs'
import chromium from '../../../engines/chromium/index.ts'
import firefox from '../../../engines/firefox/index.ts'
import stealth from '../../../engines/stealth/index.ts'
import { installed } from '../installed.ts'
import { type OpenEngine, openEngine, rejection } from './open-engine.ts'

const MiB = 1024 ** 2
/** Milliseconds that such a page may take on a busy machine. */
const TIME = 120_000
const html = (body: string) =>
  new Response(`<!doctype html><title>Page</title>${body}`, { headers: { 'content-type': 'text/html' } })

/** Writes to all that a page can write to, until it is refused everywhere, or for 168 MB. */
const fill = `<p id=out></p><script>
  const noise = new Uint8Array(8e6)
  for (let i = 0; i < noise.length; i += 65536) crypto.getRandomValues(noise.subarray(i, i + 65536))
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = request.oncomplete = () => resolve(request.result)
    request.onerror = request.onabort = () => reject(request.error)
  })
  const ways = {
    async cache() {
      const cache = await caches.open('x')
      return (i) => cache.put('/' + i, new Response(noise))
    },
    async database() {
      const opening = indexedDB.open('x')
      opening.onupgradeneeded = () => opening.result.createObjectStore('s')
      const database = await done(opening)
      return async (i) => {
        const transaction = database.transaction('s', 'readwrite')
        transaction.objectStore('s').put(noise, i)
        await done(transaction)
      }
    },
    async files() {
      const file = await (await navigator.storage.getDirectory()).getFileHandle('x', { create: true })
      return async (i) => {
        const writing = await file.createWritable({ keepExistingData: true })
        await writing.write({ type: 'write', position: i * noise.length, data: noise })
        await writing.close()
      }
    },
  }
  const fill = async (way) => {
    try {
      const write = await ways[way]()
      for (let i = 0; i < 7; i++) await write(i)
    } catch {}
  }
  Promise.all(Object.keys(ways).map(fill)).then(() => fetch('/look')).then(() => { out.textContent = 'FILLED' })
</script>`
/** Makes frames as long as it lives, and takes them away again. */
const frames = `<script>
  const more = () => {
    for (let i = 0; i < 100; i++) {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      frame.remove()
    }
    setTimeout(more, 50)
  }
  onload = more
</script>`
/** Says 120 MB to the console, as failures, and to where Firefox lets pages write. */
const chatter = `<p id=out></p><script>
  const long = 'a'.repeat(4e6)
  let said = 0
  const more = async () => {
    said += 1
    if (said % 5 === 0) await fetch('/look')
    if (said > 10) out.textContent = 'SAID'
    else setTimeout(more, 20)
    console.log(long)
    globalThis.dump?.(long)
    throw new Error(long)
  }
  onload = more
</script>`

/** Looks at what a page has done so far: when the page asks for it. */
let look = () => {}
const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/fills') return html(fill)
    if (pathname === '/says') return html(chatter)
    if (pathname === '/frames') return html(frames)
    if (pathname === '/look') look()
    if (pathname === '/few') return html('<iframe srcdoc="<p>inner</p>"></iframe>'.repeat(100))
    return html('<p>PLAINMARK</p>')
  },
})
afterAll(() => site.stop(true))
const at = (path: string) => new URL(path, site.url)

/** Bytes of the files that the browsers of this process have written. */
function written(folder: string): number {
  let bytes = 0
  // They come and go.
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.blocks ?? 0
  return bytes * 512
}
const allWritten = () =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith(`weir-browser-${process.pid}-`))
    .reduce((sum, name) => sum + written(join(tmpdir(), name)), 0)

const kinds: [name: string, definition: EngineDefinition, more: Partial<PageRequest>][] = [
  ['browser_a', chromium, {}],
  ['browser_b', firefox, {}],
  ['stealth', stealth, { stealth: 'advanced' }],
]

for (const [name, definition, more] of kinds)
  describe.skipIf(!(await installed(definition)))(`a page in engine ${name}`, () => {
    let open: OpenEngine
    beforeAll(async () => {
      open = await openEngine(definition, { allow: `127.0.0.1:${site.port}` })
      await open.get(at('/'), more)
    }, 120_000)
    afterAll(() => open.close(), 120_000)

    test('cannot fill the disk', async () => {
      let most = 0
      look = () => {
        most = allWritten()
      }
      const { text } = await open.get(at('/fills'), { ...more, waitForSelector: '#out:not(:empty)', timeout: TIME })
      expect(text).toContain('FILLED')
      expect(most / MiB).toBeWithin(1, 110)
    }, 240_000)

    test('does not fill the memory of this process by the console', async () => {
      const memory = () => {
        Bun.gc(true)
        return process.memoryUsage.rss()
      }
      const before = memory()
      let most = before
      look = () => {
        most = Math.max(most, memory())
      }
      const { text } = await open.get(at('/says'), { ...more, waitForSelector: '#out:not(:empty)', timeout: TIME })
      expect(text).toContain('SAID')
      // The page says 132 million characters.
      expect((most - before) / MiB).toBeLessThan(60)
    }, 240_000)

    test('has a hundred frames, and not frames without end', async () => {
      expect((await open.get(at('/few'), { ...more, timeout: TIME })).text).toContain('<iframe')
      // It waits for what never comes, as long as its frames may take on a busy machine.
      const endless = open.get(at('/frames'), { ...more, waitForSelector: '#never', timeout: TIME })
      expect(await rejection(endless)).toMatchObject({
        code: 'scraping_failed',
        message: expect.stringContaining('frames'),
        details: { reason: 'too_large' },
      })
      expect((await open.get(at('/'), { ...more, timeout: TIME })).text).toContain('PLAINMARK')
    }, 240_000)
  })
