import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskBlobs } from '../../../core/files/blobs/disk.ts'
import { filesMigration, openFiles } from '../../../core/files/files.ts'
import type { Store } from '../../../core/store/index.ts'
import { capturePages } from '../../../plugins/warc/capture-page.ts'
import { type CaptureFilter, openCaptures } from '../../../plugins/warc/store/capture-store.ts'
import { migrations } from '../../../plugins/warc/store/tables.ts'
import { setClock } from '../../core/open-accounts.ts'
import { openStore } from '../../store.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'weir-captures-'))
const clock = setClock('2026-11-21T12:00:00Z')
let store: Store
beforeAll(async () => {
  store = await openStore({ dataDir })
  await store.migrate('core', [filesMigration])
  await store.migrate('warc', migrations)
})
afterAll(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a repeated page is stored in full if the first capture is deleted meanwhile', async () => {
  const secret = new Uint8Array(32)
  const files = openFiles({ blobs: diskBlobs(join(dataDir, 'files'), clock.now), store, secret, clock })
  const captures = openCaptures({ store, files, clock })
  const accounts = { plan: () => ({ fields: { 'warc.megabytes': null } }) }
  type Parts = Parameters<typeof capturePages>[0]
  const observer = capturePages({ captures, accounts, clock, files, retentionDays: null } as unknown as Parts)
  /** Observes a page of the account, with the same body at each path, and returns the function that writes it. */
  const look = async (path: string) => {
    const url = new URL(path, 'http://a.example')
    const head = Buffer.from('HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n')
    const exchange = {
      url,
      head,
      body: Buffer.from('A kettle'),
      request: Buffer.from(''),
      startedAt: performance.now(),
    }
    const page = { metadata: { url: url.href }, capture: { exchanges: [exchange] } }
    type Observed = Parameters<typeof observer.observe>[0]
    return (await observer.observe({ account: { id: 'usr_a' }, page } as unknown as Observed))!
  }
  const all: CaptureFilter = { account: 'usr_a', urlKey: '', isPrefix: true, from: 0, to: Number.MAX_SAFE_INTEGER }
  const kept = async () =>
    (await captures.list(all, undefined, 10)).map(({ url, record }) => [new URL(url).pathname, record])

  await store.write(await look('/first'))
  await store.write(await look('/second'))
  expect(await kept()).toEqual([
    ['/first', 'response'],
    ['/second', 'revisit'],
  ])
  const third = await look('/third')
  await captures.remove({ ...all, urlKey: 'example,a)/first' }, 10)
  await store.write(third)
  expect(await kept()).toEqual([
    ['/second', 'revisit'],
    ['/third', 'response'],
  ])
})
