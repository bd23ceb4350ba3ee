import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskBlobs } from '../../../core/files/blobs/disk.ts'
import { filesMigration, openFiles } from '../../../core/files/files.ts'
import type { Store } from '../../../core/store/index.ts'
import { capturePages } from '../../../plugins/warc/capture-page.ts'
import { type CaptureFilter, openCaptures } from '../../../plugins/warc/store/capture-store.ts'
import { migrations, type Tables } from '../../../plugins/warc/store/tables.ts'
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

const all: CaptureFilter = { account: 'usr_a', urlKey: '', isPrefix: true, from: 0, to: Number.MAX_SAFE_INTEGER }
const record = {
  url: 'http://a.example/',
  record: 'resource',
  status: 200,
  mediaType: 'text/html',
  isPage: true,
  fileSize: 8,
  length: 8,
} as const

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

test('expired captures are deleted by themselves, and with all others', async () => {
  const files = openFiles({
    blobs: diskBlobs(join(dataDir, 'files'), clock.now),
    store,
    secret: new Uint8Array(32),
    clock,
  })
  const captures = openCaptures({ store, files, clock })
  const bytes = Buffer.from('a record')
  const hash = await files.put(bytes)
  const of = (account: string): CaptureFilter => ({ ...all, account })
  const add = (account: string, capturedAt: number) =>
    store.write((tx) =>
      captures.add(tx, account, [{ ...record, urlKey: 'example,a)/', capturedAt, digest: 'sha256:x', bytes, hash }], {
        expiresAt: capturedAt + 1000,
        mostBytes: null,
      }),
    )
  const rows = async (account: string) => {
    const query = store.db<Tables>().selectFrom('warc_captures').select('id').where('account', '=', account)
    return (await query.execute()).length
  }
  const now = clock.now()
  for (const time of [now, now, now + 60_000]) await add('usr_b', time)
  await add('usr_c', now)
  clock.set(now + 2000)
  expect((await captures.list(of('usr_b'), undefined, 10)).length).toBe(1)
  expect([await captures.removeExpired(1), await rows('usr_b'), await rows('usr_c')]).toEqual([1, 2, 1])
  expect([await captures.remove(of('usr_b'), 10), await rows('usr_b')]).toEqual([2, 0])
  expect([await captures.removeExpired(10), await rows('usr_c')]).toEqual([1, 0])
})
