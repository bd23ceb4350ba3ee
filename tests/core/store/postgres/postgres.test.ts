import { heapStats } from 'bun:jsc'
import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { Client } from 'pg'
import { SettingError } from '../../../../core/config.ts'
import { createLog } from '../../../../core/log.ts'
import { type AnyTables, openStore, type Store, statement } from '../../../../core/store/index.ts'
import { connectionConfig } from '../../../../core/store/postgres/connection.ts'
import { withMigrationLock } from '../../../../core/store/postgres/migration-lock.ts'
import { checkPostgres } from '../../../../core/store/postgres/start.ts'
import { createTables, findItem, insertId, insertItem, type Tables } from '../../../conformance/store/suite.ts'
import { createDatabase } from '../../../postgres.ts'

const log: string[] = []
const open = (databaseUrl: string) =>
  openStore({ dataDir: '', databaseUrl, log: createLog('text', (line) => void log.push(line)) })

let store: Store
beforeAll(async () => {
  store = await open(await createDatabase())
  await store.migrate('suite', [createTables])
})
afterAll(() => store.close())

const setNumber = statement<[number: number, id: string], never>((db, [number, id]) =>
  db.updateTable('items').set({ number }).where('id', '=', id),
)

test('two conflicting transactions both succeed, and the work after each is done once', async () => {
  for (const id of ['left', 'right']) await store.write((tx) => tx.run(insertItem, id, 0, null, null))
  const both = Promise.withResolvers<void>()
  let first = 0
  let tries = 0
  const followed: string[] = []
  const change = (ids: [string, string], number: number) =>
    store.write(async (tx) => {
      tries++
      tx.after(() => followed.push(ids[0]))
      await tx.run(setNumber, number, ids[0])
      if (++first === 2) both.resolve()
      await both.promise
      await tx.run(setNumber, number, ids[1])
      return tries
    })
  await Promise.all([change(['left', 'right'], 1), change(['right', 'left'], 2)])
  expect(tries).toBeGreaterThan(2)
  expect(followed.sort()).toEqual(['left', 'right'])
  const numbers = [(await store.get(findItem, 'left'))?.number, (await store.get(findItem, 'right'))?.number]
  expect(numbers[0]).toBe(numbers[1]!)
})

test('a transaction that waited for another is announced after it, even if its answer arrives first', async () => {
  const address = new URL(await createDatabase())
  const { hostname, port } = address
  const release = Promise.withResolvers<void>()
  let commits = 0
  let first = Number.NaN
  const answered = Promise.withResolvers<void>()
  // Keeps the answer to the first commit.
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname)
    let commit = 0
    client.on('data', (data) => {
      if (data.includes('commit\0')) commit = ++commits
      server.write(data)
    })
    server.on('data', async (data) => {
      if (commit === first) await release.promise
      client.write(data)
      if (commit === first + 1) answered.resolve()
    })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  address.port = String((proxy.address() as AddressInfo).port)
  const other = await open(address.href)
  try {
    const announced: string[] = []
    const locked = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    first = commits + 1
    const one = other.write(async (tx) => {
      tx.after(() => announced.push('one'))
      await tx.lock('a')
      locked.resolve()
      await go.promise
    })
    await locked.promise
    const two = other.write(async (tx) => {
      tx.after(() => announced.push('two'))
      await tx.lock('a')
    })
    go.resolve()
    await answered.promise
    await Bun.sleep(100)
    expect(announced).toEqual([])
    release.resolve()
    await Promise.all([one, two])
    expect(announced).toEqual(['one', 'two'])
  } finally {
    release.resolve()
    await other.close()
    proxy.close()
  }
})

test('nothing of a transaction is kept in memory once it has been reported', async () => {
  const objectsAfter = async (transactions: number) => {
    for (let i = 0; i < transactions; i++) await store.write(async () => {})
    Bun.gc(true)
    return heapStats().objectCount
  }
  const before = await objectsAfter(100)
  // If kept, each would have ten objects.
  expect(await objectsAfter(1000)).toBeLessThan(before + 1000)
})

test('a full disk of the server is logged once, even if small transactions find room', async () => {
  const told = log.length
  const fill = () =>
    store.write((tx) => sql`do $$ begin raise exception using errcode = '53100'; end $$`.execute(tx.db()))
  for (let i = 0; i < 3; i++) {
    await expect(fill()).rejects.toMatchObject({ status: 503, details: { reason: 'storage_full' } })
    // A transaction that is refused for a reason of its own says nothing about the disk.
    await expect(store.write(() => Promise.reject(new Error('Not enough credits')))).rejects.toThrow('credits')
  }
  expect(store.trouble).toBe('storage_full')
  await store.write((tx) => tx.run(insertId, 'after a full disk'))
  expect(store.trouble).toBeUndefined()
  await expect(fill()).rejects.toMatchObject({ status: 503 })
  expect(store.trouble).toBe('storage_full')
  expect(log.slice(told).filter((line) => line.includes('The disk of Postgres is full'))).toHaveLength(1)
  await store.write((tx) => tx.run(insertId, 'with room again'))
  expect(store.trouble).toBeUndefined()
})

test('a transaction that the server ends because it took too long is a 503, as one whose query did', async () => {
  for (const limit of ['statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout']) {
    const failure = await store
      .write(async (tx) => {
        await sql`select set_config(${limit}, '20', true)`.execute(tx.db())
        if (limit.startsWith('idle')) await Bun.sleep(200)
        await sql`select pg_sleep(1)`.execute(tx.db())
      })
      .catch((error) => error)
    expect([limit, failure.status, failure.details]).toEqual([limit, 503, { reason: 'storage_unavailable' }])
  }
})

test('a transaction fails with its first failure, whichever of its queries is awaited', async () => {
  const fail = (code: string) => sql`do $$ begin raise exception using errcode = '${sql.raw(code)}'; end $$`
  const failureOf = (code: string) =>
    store
      .write(async (tx) => {
        const [first, next] = [fail(code).execute(tx.db()), sql`select 1`.execute(tx.db())]
        first.catch(() => {})
        await next
      })
      .catch((error) => error)
  // A disk that is full, a lock that was not obtained in time.
  expect(await failureOf('53100')).toMatchObject({ status: 503, details: { reason: 'storage_full' } })
  expect(await failureOf('55P03')).toMatchObject({ status: 503, details: { reason: 'storage_unavailable' } })
  await store.write((tx) => tx.run(insertId, 'after the failures'))
})

test('time limits that the role or the database has for locks and idle connections do not apply', async () => {
  const url = await createDatabase()
  const admin = new Client({ connectionString: url })
  await admin.connect()
  for (const limit of ['lock_timeout', 'idle_session_timeout', 'statement_timeout'])
    await admin.query(`alter database ${new URL(url).pathname.slice(1)} set ${limit} = '50ms'`)
  await admin.end()
  const other = await open(url)
  await other.migrate('suite', [createTables])
  await other.write((tx) => tx.run(insertId, 'locked'))
  const locked = Promise.withResolvers<void>()
  const holder = other.write(async (tx) => {
    await tx.run(setNumber, 1, 'locked')
    locked.resolve()
    await Bun.sleep(300)
  })
  await locked.promise
  await other.write((tx) => tx.run(setNumber, 2, 'locked'))
  await holder
  expect((await other.get(findItem, 'locked'))?.number).toBe(2)
  await other.close()
})

test('a channel that is asked for while another is told is listened to at once', async () => {
  // What would be noticed only by the next check of the connection is never noticed.
  const { setTimeout: real } = globalThis
  const timers = spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, milliseconds: number) =>
    real(work, milliseconds === 15_000 ? 2 ** 30 : milliseconds)) as never)
  const stops: (() => void)[] = []
  const listen = (channel: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    stops.push(store.listen(channel, { heard() {}, missed: resolve }))
    return promise
  }
  try {
    await listen('told')
    const later = Promise.withResolvers<void>()
    stops.push(
      store.listen('told', {
        heard() {},
        missed: () => queueMicrotask(() => void listen('later').then(later.resolve)),
      }),
    )
    await later.promise
  } finally {
    timers.mockRestore()
    for (const stop of stops) stop()
  }
})

test('a start that waits for the lock of another process says so', async () => {
  const databaseUrl = await createDatabase()
  const other = new Client({ connectionString: databaseUrl })
  await other.connect()
  await other.query('select pg_advisory_lock(7305804385134961)')
  const said = log.length
  const opening = open(databaseUrl)
  while (log.length === said) await Bun.sleep(50)
  expect(log.slice(said)).toEqual([expect.stringContaining('Waiting for another process that changes the tables')])
  await other.end()
  await (await opening).close()
})

test('a start waits for a connection when the server has none left for the moment', async () => {
  const address = await createDatabase()
  const admin = new Client({ connectionString: address })
  await admin.connect()
  await admin.query('drop role if exists limited; create role limited login connection limit 1')
  const limited = Object.assign(new URL(address), { username: 'limited' }).href
  const other = new Client({ connectionString: limited })
  await other.connect()
  const said: string[] = []
  const waiting = withMigrationLock(
    connectionConfig(limited),
    createLog('text', (line) => void said.push(line)),
    async () => 'done',
  )
  await Promise.race([
    waiting,
    (async () => {
      while (said.length === 0) await Bun.sleep(20)
    })(),
  ])
  await other.end()
  expect(await waiting).toBe('done')
  expect(said).toEqual([expect.stringContaining('too many connections for role')])
  await admin.query('drop role limited')
  await admin.end()
})

test('bytes are the same if the role or the database wants them in the older form', async () => {
  const url = await createDatabase()
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(`alter database ${new URL(url).pathname.slice(1)} set bytea_output = 'escape'`)
  await admin.end()
  const other = await open(url)
  await other.migrate('suite', [createTables])
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
  await other.write((tx) => tx.run(insertItem, 'bytes', null, null, bytes))
  expect((await other.get(findItem, 'bytes'))?.bytes).toEqual(bytes)
  await other.close()
})

test('text sorts and compares byte by byte, as in SQLite', async () => {
  const ids = ['sort-Z', 'sort-a', 'sort-_', 'sort-ä', 'sort-A', 'sort- b', 'sort-\u{10000}', 'sort-\uffee']
  for (const id of ids) await store.write((tx) => tx.run(insertId, id))
  const sorted = await store.db<Tables>().selectFrom('items').select('id').where('id', 'like', 'sort-%').orderBy('id')
  const found = (await sorted.execute()).map(({ id }) => id)
  expect(found).toEqual(ids.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))))
})

test('columns that count, and columns of bytes, are the same here', async () => {
  const name = '001-counted'
  const up = (db: AnyTables) =>
    db.schema
      .createTable('counted_rows')
      .addColumn('n', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('bytes', 'blob')
      .execute()
  await store.migrate('counted', [{ name, up }])
  const add = (row: object) =>
    store.write((tx) => tx.db<{ counted_rows: object }>().insertInto('counted_rows').values(row).execute())
  await add({ bytes: new Uint8Array([0, 255]) })
  // As a restore does.
  await add({ n: 2 ** 40 })
  const { rows } = await sql`select n, bytes from counted_rows order by n`.execute(store.db())
  expect(rows).toEqual([
    { n: 1, bytes: new Uint8Array([0, 255]) },
    { n: 2 ** 40, bytes: null },
  ])
})

test('sums, counts and conditions are numbers, as in SQLite', async () => {
  await store.write((tx) => tx.run(insertItem, 'number', 7, null, null))
  const { rows } = await sql`select sum(number) as sum, count(*) as count, 1 < 2 as less, max(number) as most
    from items where id = ${'number'}`.execute(store.db())
  expect(rows).toEqual([{ sum: 7, count: 1, less: 1, most: 7 }])
})

test('three that start at once migrate the tables together', async () => {
  const url = await createDatabase()
  const stores = await Promise.all([1, 2, 3].map(() => open(url)))
  await Promise.all(stores.map((each) => each.migrate('suite', [createTables])))
  await stores[0]!.write((tx) => tx.run(insertId, 'shared'))
  expect((await stores[2]!.get(findItem, 'shared'))?.id).toBe('shared')
  await Promise.all(stores.map((each) => each.close()))
})

test('statements continue to work after another process has changed their table', async () => {
  const url = await createDatabase()
  const [one, other] = [await open(url), await open(url)]
  await one.migrate('suite', [createTables])
  await one.write((tx) => tx.run(insertId, 'before'))
  const everything = statement<[id: string], Record<string, unknown>>((db, [id]) =>
    db.selectFrom('items').selectAll().where('id', '=', id),
  )
  const read = () => one.get(everything, 'before')
  const readInTransaction = () => one.write((tx) => tx.get(everything, 'before'))
  await Promise.all([read(), readInTransaction()])
  await other.migrate('suite', [
    createTables,
    {
      name: '002-more',
      up: async (db) => void (await db.schema.alterTable('items').addColumn('more', 'text').execute()),
    },
  ])
  expect(await readInTransaction()).toHaveProperty('more')
  expect(await read()).toHaveProperty('more')
  await Promise.all([one.close(), other.close()])
})

test('a working database describes itself', async () => {
  expect(await checkPostgres(await createDatabase())).toMatch(/^Postgres \d{2}/)
})

describe('an unusable database stops the start in one line without the password', () => {
  const changed = async (change: Partial<URL>) =>
    Object.assign(new URL(await createDatabase()), { password: 'never-shown', ...change }).href
  test.each([
    ['no such database', { pathname: '/nowhere' }, 'nowhere'],
    ['no such user', { username: 'stranger' }, 'stranger'],
  ])('%s', async (_, change, named) => {
    const url = await changed(change)
    const failure = await open(url).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(SettingError)
    expect(await checkPostgres(url).catch((error: unknown) => error)).toEqual(failure)
    const { message } = failure as Error
    expect(message).toStartWith('WEIR_DATABASE_URL: ')
    expect(message).toContain(named)
    expect(message).not.toContain('\n')
    expect(`${message}${log.join('')}`).not.toContain('never-shown')
  })

  test.each([
    ['another encoding', "create database # encoding 'LATIN1' template template0", "create one with ENCODING 'UTF8'"],
    [
      'no schema',
      'create database #; alter database # set search_path = nowhere',
      'no schema of its search_path exists',
    ],
  ])('%s, without waiting', async (_, making, reason) => {
    const address = await createDatabase()
    const name = `${new URL(address).pathname.slice(1)}_odd`
    const client = new Client({ connectionString: address })
    await client.connect()
    for (const query of making.split('; ')) await client.query(query.replace('#', name))
    await client.end()
    const told = log.length
    const failure = await open(Object.assign(new URL(address), { pathname: name }).href).catch((error) => error)
    expect(failure).toBeInstanceOf(SettingError)
    expect(failure.message).toContain(reason)
    expect(log.slice(told)).toEqual([])
  })

  test('a pooler that refuses what a connection asks for, without waiting', async () => {
    const fields = 'SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0'
    const answer = Buffer.alloc(5 + fields.length)
    answer.write('E')
    answer.writeInt32BE(4 + fields.length, 1)
    answer.write(fields, 5)
    const pooler = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: { data: (socket) => void socket.end(answer) },
    })
    const told = log.length
    const failure = await open(`postgres://weir@127.0.0.1:${pooler.port}/weir`).catch((error) => error)
    pooler.stop(true)
    expect(failure).toEqual(
      new SettingError(
        'WEIR_DATABASE_URL: Postgres cannot be used: unsupported startup parameter: statement_timeout; configure PgBouncer with ignore_startup_parameters = options, statement_timeout, idle_in_transaction_session_timeout',
      ),
    )
    expect(log.slice(told)).toEqual([])
  })

  test('a pooler that gives each transaction another session, without waiting', async () => {
    const address = await createDatabase()
    const postgres = connect(Number(new URL(address).port), '127.0.0.1')
    // What Postgres has said when the first client connects is said to the others.
    const greeting: Buffer[] = []
    let client: Socket | undefined
    let isGreeting = true
    postgres.on('data', (data) => {
      if (isGreeting) greeting.push(Buffer.from(data))
      client?.write(data)
    })
    const pooler = createServer((socket) => {
      const isFirst = client === undefined
      client = socket
      let isKnown = false
      socket.on('error', () => {})
      socket.on('data', (data) => {
        client = socket
        if (isKnown) isGreeting = false
        if (isKnown || isFirst) postgres.write(data)
        else socket.write(Buffer.concat(greeting))
        isKnown = true
      })
    })
    await new Promise<void>((listening) => pooler.listen(0, '127.0.0.1', listening))
    const { port } = pooler.address() as AddressInfo
    const told = log.length
    const failure = await open(Object.assign(new URL(address), { port }).href).catch((error) => error)
    pooler.close()
    postgres.destroy()
    expect(failure).toEqual(
      new SettingError(
        'WEIR_DATABASE_URL: a connection pooler gives each transaction another session; use session pooling (pool_mode = session)',
      ),
    )
    expect(log.slice(told)).toEqual([])
  })
})
