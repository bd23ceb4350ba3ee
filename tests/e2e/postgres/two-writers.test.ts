/** Values that two processes read and then write at once, on one Postgres. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { diskBlobs } from '../../../core/files/blobs/disk.ts'
import { type Files, openFiles } from '../../../core/files/files.ts'
import { openCaptures } from '../../../plugins/warc/store/capture-store.ts'
import { migrations as captureTables } from '../../../plugins/warc/store/tables.ts'
import { Circuit } from '../../../plugins/webhooks/delivery/circuit.ts'
import { migrations as webhookTables } from '../../../plugins/webhooks/tables.ts'
import { addUser, type Opened, openAccounts, setClock } from '../../core/open-accounts.ts'
import { createDatabase } from '../../postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'weir-two-writers-'))
const clock = setClock('2026-11-21T12:00:00Z')
let both: [Opened, Opened]
let files: [Files, Files]
beforeAll(async () => {
  const databaseUrl = await createDatabase()
  both = [await openAccounts({ databaseUrl, clock }), await openAccounts({ databaseUrl, clock })]
  const blobs = diskBlobs(folder, clock.now)
  const secret = new Uint8Array(32)
  files = [
    openFiles({ store: both[0].store, blobs, secret, clock }),
    openFiles({ store: both[1].store, blobs, secret, clock }),
  ]
  await both[0].store.migrate('webhooks', webhookTables)
  await both[0].store.migrate('warc', captureTables)
}, 120_000)
afterAll(async () => {
  for (const one of both ?? []) await one[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs work on both, `times` times each, all at once. */
const atOnce = <T>(times: number, work: (n: 0 | 1, i: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: times }, (_, i) => [work(0, i), work(1, i)]).flat())

test('simultaneous changes of one user are all made', async () => {
  const { id } = await addUser(both[0])
  await atOnce(6, (n, i) => both[n].accounts.users.update(id, { preferences: { [`${n} ${i}`]: true } }))
  expect(Object.keys((await both[0].accounts.users.get(id))!.preferences)).toHaveLength(12)
})

test('of two administrators that are suspended at the same time one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const admins = [await addUser(both[0], { role: 'admin' }), await addUser(both[0], { role: 'admin' })]
    const ended = await atOnce(1, (n) => both[n].accounts.users.update(admins[n]!.id, { status: 'suspended' }))
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const left = admins[ended.findIndex(({ status }) => status === 'rejected')]!
    // The next round has only its own two.
    await both[0].store.write((tx) => sql`update users set status = 'suspended' where id = ${left.id}`.execute(tx.db()))
  }
})

test('a key that is revoked several times at once is revoked once', async () => {
  const user = await addUser(both[0])
  const { key } = await both[0].keys.create(user, { name: 'twice' })
  await atOnce(4, (n) => both[n].keys.revoke(user.id, key.id))
  const { entries } = await both[0].audit.list({ limit: 10, action: 'key.revoked', target: key.id })
  expect(entries).toHaveLength(1)
})

test('simultaneous failures of a receiver are all counted', async () => {
  const circuits = both.map(({ store }) => new Circuit({ store, clock }))
  await atOnce(8, (n) => both[n].store.write((tx) => circuits[n]!.failed(tx, 'endpoint', 'usr_a')))
  expect(Number((await circuits[0]!.find('endpoint'))!.failures)).toBe(16)
})

test('expired captures that both delete are subtracted once', async () => {
  const stores = both.map(({ store }, n) => openCaptures({ store, files: files[n]!, clock }))
  const capture = async () => {
    const bytes = new TextEncoder().encode('a record')
    const entry = {
      url: 'http://a.example/',
      record: 'resource',
      status: 200,
      mediaType: 'text/html',
      isPage: true,
    } as const
    return {
      ...entry,
      fileSize: 100,
      length: 8,
      urlKey: 'example,a)/',
      capturedAt: clock.now(),
      digest: 'sha1:x',
      bytes,
      hash: await files[0].put(bytes),
    }
  }
  for (let i = 0; i < 10; i++) {
    const captures = [await capture()]
    const bounds = { expiresAt: clock.now() + 1000, mostBytes: null }
    await both[0].store.write((tx) => stores[0]!.add(tx, 'usr_old', captures, bounds))
  }
  clock.pass(2000)
  await atOnce(2, (n) => stores[n]!.removeExpired(20))
  const { rows } = await sql<{ bytes: number }>`select bytes from warc_accounts order by account`.execute(
    both[0].store.db(),
  )
  expect(rows.map(({ bytes }) => Number(bytes))).toEqual([0])
})

test('a file that is being copied stays until the copy exists', async () => {
  const bytes = new TextEncoder().encode('copied')
  const hash = await files[0].put(bytes)
  const { id } = await both[0].store.write((tx) =>
    files[0].record(tx, 'usr_a', hash, { type: 'snapshot', mediaType: 'text/html', bytes }),
  )
  const ended: string[] = []
  let forgotten: Promise<unknown> | undefined
  await both[0].store.write(async (tx) => {
    await files[0].copy(tx, id, 'usr_b')
    forgotten ??= both[1].store.write((other) => files[1].forget(other, [id])).then(() => ended.push('forgotten'))
    while (ended.length === 0 && !(await isAnyWaiting())) await Bun.sleep(5)
    tx.after(() => ended.push('copied'))
  })
  await forgotten
  expect(ended).toEqual(['copied', 'forgotten'])
})

async function isAnyWaiting() {
  const waiting = sql`select 1 from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())
    union select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  return (await waiting.execute(both[1].store.db())).rows.length > 0
}
