import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { diskBlobs } from '../../../core/files/blobs/disk.ts'
import { type Files, filesMigration, type NewFile, openFiles } from '../../../core/files/files.ts'
import type { Store } from '../../../core/store/index.ts'
import { openStore } from '../../store.ts'
import { setClock } from '../open-accounts.ts'

const HOUR = 3_600_000
const dataDir = mkdtempSync(join(tmpdir(), 'weir-files-'))
const secret = new Uint8Array(32).fill(1)
const clock = setClock('2026-11-21T12:00:00Z')
const blobs = diskBlobs(join(dataDir, 'files'), clock.now)
let store: Store
let files: Files

beforeAll(async () => {
  store = await openStore({ dataDir })
  await store.migrate('core', [filesMigration])
  files = openFiles({ blobs, store, secret, clock })
})
afterAll(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const made = (content: string): NewFile => ({
  type: 'screenshot',
  mediaType: 'image/png',
  bytes: new TextEncoder().encode(content),
})
const pathOf = (content: string) => {
  const hash = createHash('sha256').update(content).digest('hex')
  return join(dataDir, 'files', hash.slice(0, 2), hash)
}
async function keep(content: string, account = 'usr_a', lifetime?: { expiresAt: number }) {
  const file = made(content)
  const hash = await files.put(file.bytes)
  return store.write((tx) => files.record(tx, account, hash, file, lifetime))
}
const read = async (id: string) => {
  const found = await files.open(id)
  return found && new Response(found.body).text()
}

describe('a file', () => {
  test('is read as it was stored, with its account', async () => {
    const file = await keep('content')
    expect(file).toEqual({ id: file.id, type: 'screenshot', mediaType: 'image/png', size: 7 })
    expect(file.id).toStartWith('file_')
    expect(await read(file.id)).toBe('content')
    const hash = createHash('sha256').update('content').digest('hex')
    expect(await files.find(file.id)).toEqual({
      ...file,
      account: 'usr_a',
      hash,
      createdAt: clock.now(),
      expiresAt: null,
    })
  })

  test('of many megabytes arrives whole', async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(65_536))
    const large = new Uint8Array(3_000_001)
    for (let at = 0; at < large.length; at += bytes.length) large.set(bytes.subarray(0, large.length - at), at)
    const hash = await files.put(large)
    const { id } = await store.write((tx) => files.record(tx, 'usr_a', hash, { ...made(''), bytes: large }))
    const found = await files.open(id)
    const arrived = new Uint8Array(await new Response(found!.body).arrayBuffer())
    expect(arrived.length).toBe(large.length)
    expect(createHash('sha256').update(arrived).digest('hex')).toBe(hash)
  })

  test('is stored under its hash, for its owner only, with nothing unfinished beside it', async () => {
    await keep('private')
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
    expect(mode(pathOf('private'))).toBe('600')
    expect(mode(join(dataDir, 'files'))).toBe('700')
    expect(readdirSync(join(dataDir, 'files', 'unfinished'))).toEqual([])
  })

  test('is stored once, whoever keeps it and how often', async () => {
    const both = await Promise.all([keep('shared', 'usr_a'), keep('shared', 'usr_b')])
    const inode = statSync(pathOf('shared')).ino
    const again = await keep('shared', 'usr_a')
    expect(statSync(pathOf('shared')).ino).toBe(inode)
    expect(new Set([...both, again].map(({ id }) => id)).size).toBe(3)
    expect((await files.find(both[1]!.id))?.account).toBe('usr_b')
  })

  test('is given to another account as a separate file', async () => {
    const { id } = await keep('cached')
    const copy = await store.write((tx) => files.copy(tx, id, 'usr_b', { expiresAt: clock.now() + HOUR }))
    expect(copy).toMatchObject({ type: 'screenshot', mediaType: 'image/png', size: 6 })
    await store.write((tx) => files.forget(tx, [id]))
    expect(await read(id)).toBeUndefined()
    expect(await read(copy!.id)).toBe('cached')
    expect(await files.find(copy!.id)).toMatchObject({ account: 'usr_b', expiresAt: clock.now() + HOUR })
    expect(await store.write((tx) => files.copy(tx, 'file_unknown', 'usr_b'))).toBeUndefined()
    const { id: expired } = await keep('cached', 'usr_a', { expiresAt: clock.now() })
    expect(await store.write((tx) => files.copy(tx, expired, 'usr_b'))).toBeUndefined()
  })

  test('does not exist if its transaction failed', async () => {
    const file = made('rolled back')
    const hash = await files.put(file.bytes)
    let id = ''
    const failing = store.write(async (tx) => {
      id = (await files.record(tx, 'usr_a', hash, file)).id
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await files.find(id)).toBeUndefined()
  })

  test('is deleted when its time has come', async () => {
    const { id } = await keep('mortal', 'usr_a', { expiresAt: clock.now() + HOUR })
    clock.pass(HOUR - 1)
    expect(await read(id)).toBe('mortal')
    clock.pass(1)
    expect(await read(id)).toBeUndefined()
  })
})

test('files without a job are kept as long as results', () => {
  const day = 24 * HOUR
  expect(files.retainedUntil()).toBeNull()
  expect(openFiles({ blobs, store, secret, clock, retentionDays: 30 }).retainedUntil()).toBe(clock.now() + 30 * day)
})

describe('a link', () => {
  const parts = (link: string) => {
    const url = new URL(link, 'http://localhost')
    return [
      url.pathname.split('/').at(-1)!,
      url.searchParams.get('expires')!,
      url.searchParams.get('signature')!,
    ] as const
  }

  test('is valid for 24 hours, or as long as is asked for', async () => {
    const { id } = await keep('linked')
    const [linked, expires, signature] = parts(files.link(id))
    expect(linked).toBe(id)
    clock.pass(24 * HOUR - 1000)
    expect(files.verify(id, expires, signature)).toBe(true)
    clock.pass(1000)
    expect(files.verify(id, expires, signature)).toBe(false)
    const brief = parts(files.link(id, { expiresIn: 10_000 }))
    expect(files.verify(...brief)).toBe(true)
    clock.pass(11_000)
    expect(files.verify(...brief)).toBe(false)
  })

  test('begins with the public address of the service', () => {
    const known = openFiles({ blobs, store, secret, clock, origin: () => 'https://weir.example/api' })
    expect(known.link('file_a')).toStartWith('https://weir.example/api/v1/files/file_a?expires=')
  })

  test('is for one file until one time, and valid on one server', async () => {
    const [id, expires, signature] = parts(files.link('file_a'))
    expect(files.verify('file_b', expires, signature)).toBe(false)
    expect(files.verify(id, String(Number(expires) + 1), signature)).toBe(false)
    const others = openFiles({ blobs, store, secret: new Uint8Array(32).fill(2), clock })
    expect(others.verify(id, expires, signature)).toBe(false)
    expect(openFiles({ blobs, store, secret, clock }).verify(id, expires, signature)).toBe(true)
  })

  test.each([
    ['', ''],
    ['NaN', 'x'.repeat(64)],
    ['1e99', 'a'.repeat(64)],
    ['99999999999', 'A'.repeat(64)],
    ['99999999999', 'a'.repeat(63)],
    ['99999999999', `${'a'.repeat(64)}\n`],
    ['-1', 'é'.repeat(64)],
  ])('with the made-up values %p and %p is refused', (expires, signature) => {
    expect(files.verify('file_a', expires, signature)).toBe(false)
  })
})

describe('a sweep', () => {
  test('deletes bytes without a file after an hour, and keeps all others', async () => {
    await keep('still used')
    const { id } = await keep('forgotten')
    await store.write((tx) => files.forget(tx, [id]))
    await files.put(made('never recorded').bytes)
    await files.sweep()
    expect(existsSync(pathOf('never recorded'))).toBe(true)
    clock.pass(HOUR + 1)
    await files.put(made('just put').bytes)
    await files.sweep()
    const there = ['still used', 'forgotten', 'never recorded', 'just put'].map((content) =>
      existsSync(pathOf(content)),
    )
    expect(there).toEqual([true, false, false, true])
  })

  test('spares old bytes that were put again', async () => {
    await files.put(made('put twice').bytes)
    clock.pass(2 * HOUR)
    await files.put(made('put twice').bytes)
    await files.sweep()
    expect(existsSync(pathOf('put twice'))).toBe(true)
  })

  test('deletes expired files, and their bytes an hour after they were last put', async () => {
    const { id } = await keep('expiring', 'usr_a', { expiresAt: clock.now() + 10 })
    clock.pass(2 * HOUR)
    await files.sweep()
    const rows = await store
      .db<{ files: { id: string } }>()
      .selectFrom('files')
      .select('id')
      .where('id', '=', id)
      .execute()
    expect(rows).toEqual([])
    expect(existsSync(pathOf('expiring'))).toBe(false)
  })

  test('deletes all expired files, however many', async () => {
    const { bytes } = made('one of many')
    const hash = await files.put(bytes)
    const file = { type: 'screenshot', mediaType: 'image/png', bytes }
    const expiresAt = clock.now() + 10
    await store.write(async (tx) => {
      for (let i = 0; i <= 500; i++) await files.record(tx, 'usr_many', hash, file, { expiresAt })
    })
    clock.pass(10)
    await files.sweep()
    const query = store.db<{ files: { account: string } }>().selectFrom('files').select('account')
    expect(await query.where('account', '=', 'usr_many').execute()).toEqual([])
  })

  test('deletes what a killed process left unfinished', async () => {
    const left = join(dataDir, 'files', 'unfinished', 'left')
    writeFileSync(left, 'half of it')
    utimesSync(left, clock.now() / 1000 - 7200, clock.now() / 1000 - 7200)
    await files.sweep()
    expect(existsSync(left)).toBe(false)
  })

  test('finds nothing to do in a new data directory', async () => {
    const empty = openFiles({ blobs: diskBlobs(join(dataDir, 'empty', 'files'), clock.now), store, secret, clock })
    await empty.sweep()
  })
})

test.skipIf(process.platform !== 'linux')('a disk that takes nothing is 503 service_unavailable', async () => {
  // Nobody, including root, can make a directory there.
  const broken = openFiles({ blobs: diskBlobs('/proc/self/files', clock.now), store, secret, clock })
  await expect(broken.put(made('lost').bytes)).rejects.toMatchObject({
    status: 503,
    code: 'service_unavailable',
    details: { reason: 'storage_unavailable' },
  })
})
