import { afterAll, beforeAll, expect, test } from 'bun:test'
import { sql } from 'kysely'
import { Client } from 'pg'
import { SettingError } from '../../../../core/config.ts'
import { ApiError } from '../../../../core/errors.ts'
import { createLog } from '../../../../core/log.ts'
import { openStore, type Store } from '../../../../core/store/index.ts'
import { openPostgresStore } from '../../../../core/store/postgres/open.ts'
import { createTables, findItem, idsOf, insertId } from '../../../conformance/store/suite.ts'
import { type PostgresServer, startPostgres } from '../../../postgres.ts'

let server: PostgresServer
let store: Store
beforeAll(async () => {
  server = await startPostgres()
  const databaseUrl = await server.createDatabase()
  store = await openStore({ dataDir: '', databaseUrl, log: createLog('text', () => {}) })
  await store.migrate('suite', [createTables])
})
afterAll(async () => {
  await store.close()
  await server.close()
})

const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await Bun.sleep(20)
}

/** Continuous writers and readers, with what was acknowledged and how they were refused. */
function load() {
  const acknowledged: string[] = []
  const refused: unknown[] = []
  let isOver = false
  const go = async (writer: number) => {
    for (let count = 0; !isOver; count++) {
      const id = `${crypto.randomUUID()}-${writer}-${count}`
      await store
        .write((tx) => tx.run(insertId, id))
        .then(
          () => acknowledged.push(id),
          (error) => refused.push(error),
        )
      await store.get(findItem, id).catch((error) => refused.push(error))
      await Bun.sleep(5)
    }
  }
  const running = Promise.all(Array.from({ length: 20 }, (_, writer) => go(writer)))
  return {
    acknowledged,
    refused,
    async end() {
      isOver = true
      await running
    },
  }
}

const restartAs = async (as: 'primary' | 'standby') => {
  await server.kill()
  await server.start(as)
}
const faults: [name: string, begin: () => Promise<void>, end: () => Promise<void>][] = [
  ['down', () => server.kill(), () => server.start()],
  ['frozen', async () => server.freeze(), async () => server.thaw()],
  // For longer than it takes to find out that it answers again.
  ['a standby', () => restartAs('standby').then(() => Bun.sleep(1500)), () => restartAs('primary')],
]
test.each(faults)(
  'while Postgres is %s everything is refused with 503, and continues by itself afterwards',
  async (_, begin, end) => {
    const told: string[] = []
    const stop = store.listen('a', {
      heard: (payload) => void told.push(payload),
      missed: () => void told.push('missed'),
    })
    await until(() => told.length > 0)
    const { acknowledged, refused, end: endLoad } = load()
    await until(() => acknowledged.length > 100)
    await begin()
    await until(() => store.trouble === 'storage_unavailable' && refused.length > 100)
    await expect(store.get(findItem, 'a')).rejects.toMatchObject({ status: 503 })
    await expect(store.write((tx) => tx.run(insertId, 'a'))).rejects.toMatchObject({ status: 503 })
    await end()
    const before = acknowledged.length
    await until(() => acknowledged.length > before + 100 && store.trouble === undefined)
    await endLoad()
    await until(() => told.length > 1)
    expect(told).toEqual(['missed', 'missed'])
    await store.write((tx) => tx.notify('a', 'again'))
    await until(() => told.includes('again'))
    stop()

    for (const error of refused) {
      expect(error).toBeInstanceOf(ApiError)
      expect(error).toMatchObject({ code: 'service_unavailable', details: { reason: 'storage_unavailable' } })
      expect((error as ApiError).retryAfter).toBeGreaterThan(0)
    }
    const kept = new Set(await idsOf(store))
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  },
  120_000,
)

test('a server without connections for this process is told once, with the remedy, until it has some', async () => {
  const url = await server.createDatabase()
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query('create role limited login')
  await admin.query(`alter database ${new URL(url).pathname.slice(1)} owner to limited`)
  const told: string[] = []
  const limited = Object.assign(new URL(url), { username: 'limited' }).href
  const other = await openPostgresStore({ url: limited, log: createLog('text', (line) => void told.push(line)) })
  try {
    await other.migrate('suite', [createTables])
    await other.get(findItem, 'a')
    await admin.query('alter role limited connection limit 0')
    // What is connected goes on.
    await Promise.allSettled(Array.from({ length: 20 }, () => other.get(findItem, 'a')))
    await other.get(findItem, 'a')
    expect(other.trouble).toBeUndefined()
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'limited'")
    await until(() => other.trouble === 'storage_unavailable')
    await expect(other.get(findItem, 'a')).rejects.toMatchObject({ status: 503 })
    await admin.query('alter role limited connection limit -1')
    await until(() => other.trouble === undefined)
    await other.write((tx) => tx.run(insertId, 'a'))
  } finally {
    await other.close()
    await admin.end()
  }
  expect(told).toEqual([
    expect.stringMatching(/refuses connections; raise its max_connections.*too many connections for role/),
    expect.stringContaining('Postgres answers again'),
  ])
}, 120_000)

test('a transaction whose work does not end is rolled back, and its locks are released', async () => {
  const url = await server.createDatabase()
  const other = await openPostgresStore({ url, log: createLog('text', () => {}), deadline: 200 })
  await other.migrate('suite', [createTables])
  const endless = other.write(async (tx) => {
    await tx.run(insertId, 'slow')
    await new Promise(() => {})
  })
  await expect(endless).rejects.toThrow('had not ended')
  await other.write((tx) => tx.run(insertId, 'slow'))
  const waiting = other.write((tx) => sql`select pg_sleep(10)`.execute(tx.db()))
  // The server cancels it at about the same moment.
  const cause = {
    message: expect.stringMatching(/another transaction holds a lock: select pg_sleep|statement timeout/),
  }
  await expect(waiting).rejects.toMatchObject({ status: 503, cause })
  await other.close()
})

test('a standby stops the start at once, in one line', async () => {
  const url = await server.createDatabase()
  await restartAs('standby')
  const failure = await openPostgresStore({ url, log: createLog('text', () => {}) }).catch((error: unknown) => error)
  await restartAs('primary')
  expect(failure).toEqual(
    new SettingError('WEIR_DATABASE_URL: the server is a standby, which accepts no writes; use its primary'),
  )
}, 120_000)

test('closing does not wait for a frozen server', async () => {
  const databaseUrl = await server.createDatabase()
  const other = await openStore({ dataDir: '', databaseUrl, log: createLog('text', () => {}) })
  other.listen('a', { heard() {}, missed() {} })
  await other.write(async () => {})
  server.freeze()
  await other.close()
  server.thaw()
}, 120_000)
