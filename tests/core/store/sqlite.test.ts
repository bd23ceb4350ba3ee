import { Database } from 'bun:sqlite'
import { afterAll, afterEach, beforeEach, describe, expect, type Mock, spyOn, test } from 'bun:test'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SettingError } from '../../../core/config.ts'
import { createLog } from '../../../core/log.ts'
import { type Store, statement } from '../../../core/store/index.ts'
import { openBunDriver } from '../../../core/store/sqlite/bun.ts'
import type { Driver } from '../../../core/store/sqlite/driver.ts'
import { openSqliteStore } from '../../../core/store/sqlite/open.ts'
import { storageError } from '../../../core/store/storage-error.ts'
import { migrations } from './migrating.ts'

const root = mkdtempSync(join(tmpdir(), 'weir-sqlite-'))
const insert = statement<[text: string], never>((db, [text]) => db.insertInto('notes').values({ text }))
const list = statement<[], { text: string }>((db) => db.selectFrom('notes').select('text'))
let places = 0

interface Options {
  /** Called before SQLite runs each command; an error it throws looks like SQLite's. */
  onExec?: (sql: string) => void
  /** Replaces the wait for the disk; an error it rejects with looks like the disk's. */
  onSync?: (sync: () => Promise<void>) => Promise<void>
  /** Called with the connection, the first or the second, that runs each prepared query with rows. */
  onQuery?: (connection: number, sql: string) => void
  logged?: string[]
}

async function openNotes({
  onExec,
  onSync,
  onQuery,
  logged = [],
}: Options = {}): Promise<{ store: Store; directory: string }> {
  const directory = join(root, String(++places))
  let connections = 0
  const openDriver = (file: string): Driver => {
    const driver = openBunDriver(file)
    const connection = ++connections
    return {
      prepare(sql) {
        const prepared = driver.prepare(sql)
        const all: typeof prepared.all = (values) => {
          onQuery?.(connection, sql)
          return prepared.all(values)
        }
        return { ...prepared, all }
      },
      sync: () => (onSync ? onSync(() => driver.sync()) : driver.sync()),
      close: () => driver.close(),
      get inTransaction() {
        return driver.inTransaction
      },
      exec(sql) {
        onExec?.(sql)
        driver.exec(sql)
      },
    }
  }
  const store = await openSqliteStore({
    dataDir: directory,
    openDriver,
    log: createLog('json', (line) => logged.push(line)),
  })
  await store.migrate('notes', [
    { name: '001', up: async (db) => void (await db.schema.createTable('notes').addColumn('text', 'text').execute()) },
  ])
  return { store, directory }
}
const texts = async (store: Store) => (await store.all(list)).map(({ text }) => text)

afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('queries', () => {
  test('run on the writing connection, which has the pages cached, and on the other one during a transaction', async () => {
    const asked: number[] = []
    const { store } = await openNotes({
      onQuery: (connection, sql) => /^select "text"/.test(sql) && asked.push(connection),
    })
    await store.write((tx) => tx.run(insert, 'a'))
    const before = await texts(store)
    const within = await store.write(async (tx) => {
      await tx.run(insert, 'b')
      return { own: (await tx.all(list)).map(({ text }) => text), committed: await texts(store) }
    })
    expect([before, within, await texts(store)]).toEqual([['a'], { own: ['a', 'b'], committed: ['a'] }, ['a', 'b']])
    expect(asked).toEqual([1, 1, 2, 1])
    await store.close()
  })

  test('are refused if they change something', async () => {
    const { store } = await openNotes()
    const sly = statement<[text: string], { text: string }>((db, [text]) =>
      db.insertInto('notes').values({ text }).returning('text'),
    )
    await expect(store.all(sly, 'a')).rejects.toThrow('Changes go through store.write')
    expect(await texts(store)).toEqual([])
    await store.close()
  })
})

describe('groups', () => {
  // If the machine stops for a while, a group would be cut short.
  let clock: Mock<typeof performance.now>
  beforeEach(() => {
    clock = spyOn(performance, 'now').mockReturnValue(0)
  })
  afterEach(() => clock.mockRestore())

  test('include patient transactions that came before, which wait only a moment', async () => {
    const commands: string[] = []
    const { store } = await openNotes({ onExec: (sql) => commands.push(sql) })
    commands.length = 0
    const write = (text: string, patient: boolean) => store.write((tx) => tx.run(insert, text), { patient })
    const early = [write('a', true), write('b', true)]
    await new Promise((resolve) => setTimeout(resolve, 1))
    await Promise.all([...early, write('c', false)])
    expect([commands.filter((sql) => sql === 'COMMIT').length, (await texts(store)).length]).toEqual([1, 3])
    // Nothing comes after it that would take it along.
    await write('d', true)
    const last = write('e', true)
    await Promise.all([last, store.close()])
  })
  test('combine transactions that arrive together into one commit', async () => {
    const commands: string[] = []
    const { store } = await openNotes({ onExec: (sql) => commands.push(sql) })
    commands.length = 0
    await Promise.all(Array.from({ length: 50 }, (_, at) => store.write((tx) => tx.run(insert, String(at)))))
    expect(commands.filter((sql) => sql === 'COMMIT').length).toBeLessThanOrEqual(3)
    expect(await texts(store)).toEqual(Array.from({ length: 50 }, (_, at) => String(at)))
    await store.close()
  })

  test('that take too long leave the rest to the next group, before what came meanwhile', async () => {
    const { store } = await openNotes()
    const order: string[] = []
    const write = (name: string, work: () => unknown = () => {}) =>
      store.write(async () => {
        order.push(name)
        await work()
      })
    let late: Promise<void> | undefined
    const slow = write('slow', () => {
      late = write('late')
      clock.mockReturnValue(6)
    })
    await Promise.all([slow, write('second'), write('third')])
    await late
    expect(order).toEqual(['slow', 'second', 'third', 'late'])
    await store.close()
  })

  test('wait for the disk if one of their transactions asks for it, and only then', async () => {
    const told: string[] = []
    let syncs = 0
    const disk = Promise.withResolvers<void>()
    const onSync = (sync: () => Promise<void>) => (++syncs > 1 ? disk.promise.then(sync) : sync())
    const { store } = await openNotes({ onSync })
    const opened = syncs
    const write = async (text: string, durable: boolean) => {
      await store.write((tx) => tx.run(insert, text), { durable })
      told.push(text)
    }
    await write('careless', false)
    expect(syncs).toBe(opened)
    const group = Promise.all([write('careless among careful', false), write('careful', true)])
    while (syncs === opened) await new Promise((resolve) => setImmediate(resolve))
    // Requests are served meanwhile, and see what is committed.
    expect(await texts(store)).toEqual(['careless', 'careless among careful', 'careful'])
    expect(told).toEqual(['careless'])
    disk.resolve()
    await group
    expect(told).toEqual(['careless', 'careless among careful', 'careful'])
    expect(syncs).toBe(opened + 1)
    await store.close()
  })

  test('are refused if the disk may lack a part of them, and nothing is written until the file is complete', async () => {
    let isFailing = false
    const onSync = async (sync: () => Promise<void>) => {
      if (isFailing) throw storageError('storage_unavailable', new Error('EIO: i/o error, fdatasync'))
      await sync()
    }
    const { store, directory } = await openNotes({ onSync })
    isFailing = true
    await expect(store.write((tx) => tx.run(insert, 'in doubt'))).rejects.toMatchObject({
      status: 503,
      details: { reason: 'storage_unavailable' },
    })
    expect(store.trouble).toBe('storage_unavailable')
    isFailing = false
    const log = () => statSync(join(directory, 'weir.db-wal')).size
    const before = log()
    let atNext = before
    await store.write(async (tx) => {
      atNext = log()
      await tx.run(insert, 'kept')
    })
    expect([before > 0, atNext]).toEqual([true, 0])
    expect(store.trouble).toBeUndefined()
    expect(await texts(store)).toEqual(['in doubt', 'kept'])
    await store.close()
  })

  test('are refused as a whole if the disk fails at their commit, and the next one is written', async () => {
    let failing = false
    const logged: string[] = []
    const onExec = (sql: string) => {
      if (failing && sql === 'COMMIT') throw new Error('disk I/O error')
    }
    const { store } = await openNotes({ onExec, logged })
    failing = true
    const writes = await Promise.allSettled([
      store.write((tx) => tx.run(insert, 'lost')),
      store.write(async () => {
        throw new Error('for what the other had written')
      }),
    ])
    for (const write of writes) {
      expect(write).toMatchObject({
        status: 'rejected',
        reason: { status: 503, details: { reason: 'storage_unavailable' }, retryAfter: 5 },
      })
    }
    expect(store.trouble).toBe('storage_unavailable')
    expect(logged.join()).toContain('disk I/O error')
    failing = false
    await store.write((tx) => tx.run(insert, 'kept'))
    expect(store.trouble).toBeUndefined()
    expect(await texts(store)).toEqual(['kept'])
    await store.close()
  })

  test('are refused as a whole if SQLite ends their transaction in the middle', async () => {
    const { store, directory } = await openNotes()
    const other = new Database(join(directory, 'weir.db'))
    other.run(
      "CREATE TRIGGER ends BEFORE INSERT ON notes WHEN new.text = 'x' BEGIN SELECT RAISE(ROLLBACK, 'disk I/O error'); END",
    )
    other.close()
    const writes = await Promise.allSettled([
      store.write((tx) => tx.run(insert, 'before')),
      store.write(async (tx) => {
        await tx.run(insert, 'x').catch(() => {})
        await tx.run(insert, 'would be committed by itself').catch(() => {})
      }),
      store.write((tx) => tx.run(insert, 'behind')),
    ])
    for (const write of writes) expect(write).toMatchObject({ status: 'rejected', reason: { status: 503 } })
    expect(await texts(store)).toEqual([])
    await store.write((tx) => tx.run(insert, 'next'))
    expect(await texts(store)).toEqual(['next'])
    await store.close()
  })
})

describe('the log', () => {
  /** Pages with their headers that SQLite by itself collects before it moves them. */
  const ITS_OWN = 1000 * (4096 + 24)

  /** SQLite changes these bytes of the log's header when it begins the log anew. */
  const saltOf = (directory: string) => {
    const log = openSync(join(directory, 'weir.db-wal'), 'r')
    const salt = Buffer.alloc(8)
    readSync(log, salt, 0, 8, 16)
    closeSync(log)
    return salt.toString('hex')
  }

  /** Writes until SQLite begins the log anew; returns how long that was, in bytes. */
  async function writeUntilNew(store: Store, directory: string): Promise<number> {
    const first = saltOf(directory)
    let bytes = 0
    for (let count = 0; saltOf(directory) === first; count++) {
      if (count === 800) throw new Error('the log grows and grows')
      bytes = statSync(join(directory, 'weir.db-wal')).size
      await store.write((tx) => tx.run(insert, 'x'.repeat(100_000)))
    }
    return bytes
  }

  test('is moved into the file by a thread, and begun anew while transactions go on', async () => {
    const { store, directory } = await openNotes()
    expect(await writeUntilNew(store, directory)).toBeGreaterThan(1.5 * ITS_OWN)
    const written = (await texts(store)).length
    await store.close()
    expect(readdirSync(directory)).not.toContain('weir.db-wal')
    const again = await openSqliteStore({ dataDir: directory })
    expect((await texts(again)).length).toBe(written)
    await again.close()
  })

  test('is moved by SQLite itself if the thread fails', async () => {
    const logged: string[] = []
    const { store, directory } = await openNotes({ logged })
    // The thread opens the file by its name.
    const moved = `${directory}-moved`
    renameSync(directory, moved)
    await writeUntilNew(store, moved)
    expect(logged.join()).toContain('The thread that moves the log')
    await writeUntilNew(store, moved)
    renameSync(moved, directory)
    await store.close()
  })
})

describe('waiting', () => {
  test('for a lock of another process does not block this one', async () => {
    const { store, directory } = await openNotes()
    const another = new Database(join(directory, 'weir.db'))
    another.run('BEGIN IMMEDIATE')
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    const waiting = store.write((tx) => tx.run(insert, 'waited'))
    while (turns < 20) await Bun.sleep(5)
    clearInterval(timer)
    expect(await texts(store)).toEqual([])
    another.run('COMMIT')
    await waiting
    expect(await texts(store)).toEqual(['waited'])
    another.close()
    await store.close()
  })

  /** Awaits a transaction of the store inside another one, which is ahead of it in the queue. */
  async function hang() {
    const logged: string[] = []
    const { store } = await openNotes({ logged })
    const hanging = store.write(async (tx) => {
      await tx.run(insert, 'of the hanging one')
      await store.write((inner) => inner.run(insert, 'inner'))
    })
    const patient = store.write((tx) => tx.run(insert, 'patient'))
    const failure = await hanging.catch((error: unknown) => error)
    expect(String(failure)).toContain('rolled back')
    await patient
    expect(await texts(store)).not.toContain('of the hanging one')
    expect(logged.filter((line) => line.includes('of the hanging one')).length).toBe(1)
    await store.close()
  }

  async function stayLocked() {
    const { store, directory } = await openNotes()
    const another = new Database(join(directory, 'weir.db'))
    another.run('BEGIN IMMEDIATE')
    const refused = await store.write((tx) => tx.run(insert, 'refused')).catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 503, details: { reason: 'storage_unavailable' } })
    another.close()
    await store.write((tx) => tx.run(insert, 'written'))
    await store.close()
  }

  test('ends for a transaction that awaits a later one, and for a lock that is not released', async () => {
    await Promise.all([hang(), stayLocked()])
  }, 120_000)
})

describe('the database file', () => {
  test('is for its owner only', async () => {
    const { store, directory } = await openNotes()
    const mode = (path: string) => (statSync(path).mode & 0o777).toString(8)
    expect([mode(directory), mode(join(directory, 'weir.db')), mode(join(directory, 'weir.db-wal'))]).toEqual([
      '700',
      '600',
      '600',
    ])
    await store.close()
  })

  test('that is not a database, or cannot be opened, is reported with the remedy', async () => {
    const directory = join(root, String(++places))
    mkdirSync(directory)
    const file = join(directory, 'weir.db')
    writeFileSync(file, 'x'.repeat(9000))
    const why = () => openSqliteStore({ dataDir: directory }).catch((error: unknown) => error)
    expect(await why()).toEqual(
      new SettingError(
        `WEIR_DATA_DIR: ${file} cannot be used: file is not a database; restore a backup into another data directory`,
      ),
    )
    rmSync(file)
    mkdirSync(file)
    expect(await why()).toEqual(
      new SettingError(
        `WEIR_DATA_DIR: ${file} cannot be used: unable to open database file; check who owns it, and that nothing else has it open`,
      ),
    )
  })

  test('is complete by itself when the store is closed: the log is empty, and nothing is open', async () => {
    const { store, directory } = await openNotes()
    await store.write((tx) => tx.run(insert, 'note'))
    await store.db<{ notes: { text: string } }>().selectFrom('notes').selectAll().execute()
    await texts(store)
    await store.close()
    expect(readdirSync(directory)).toEqual(['weir.db'])
  })

  test('can be opened while another store of the same process uses it', async () => {
    const { store, directory } = await openNotes()
    const second = await openSqliteStore({ dataDir: directory })
    await Promise.all([store.write((tx) => tx.run(insert, 'one')), second.write((tx) => tx.run(insert, 'two'))])
    expect((await texts(store)).sort()).toEqual(['one', 'two'])
    await second.close()
    await store.close()
  })
})

describe('a migration', () => {
  test('killed with -9 before any of its statements leaves the schema before or after a step', async () => {
    const program = fileURLToPath(new URL('./migrating.ts', import.meta.url))
    /** Gives the number of statements, or undefined if it was killed. */
    const migrate = async (directory: string, killAt: number) => {
      const child = Bun.spawn([process.execPath, program, directory, String(killAt)], {
        stdout: 'pipe',
        stderr: 'inherit',
      })
      await child.exited
      return child.signalCode === 'SIGKILL' ? undefined : Number(await new Response(child.stdout).text())
    }
    const schema = (directory: string) => {
      const database = new Database(join(directory, 'weir.db'))
      const tables = database
        .query("SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
        .all()
      const applied = database.query('SELECT owner, name FROM migrations ORDER BY name').values()
      const rows = tables.some((table) => (table as { name: string }).name === 'b')
        ? database.query('SELECT * FROM b').values()
        : []
      expect(database.query('PRAGMA integrity_check').values()).toEqual([['ok']])
      database.close()
      return JSON.stringify({ tables, applied, rows })
    }

    const allowed: string[] = []
    for (let steps = 0; steps <= migrations.length; steps++) {
      const { store, directory } = await openNotes()
      await store.migrate('killed', migrations.slice(0, steps))
      await store.close()
      allowed.push(schema(directory))
    }
    const { store, directory: whole } = await openNotes()
    await store.close()
    const statements = await migrate(whole, 0)
    expect(schema(whole)).toBe(allowed.at(-1)!)
    expect(statements).toBeGreaterThan(15)

    const seen = new Set<string>()
    for (let killAt = 1; killAt <= statements!; killAt++) {
      const { store, directory } = await openNotes()
      await store.close()
      expect(await migrate(directory, killAt)).toBeUndefined()
      expect(allowed).toContain(schema(directory))
      seen.add(schema(directory))
      const again = await openSqliteStore({ dataDir: directory })
      await again.migrate('killed', migrations)
      await again.close()
      expect(schema(directory)).toBe(allowed.at(-1)!)
    }
    // No statement follows the commit of the last step, so it cannot be killed there.
    expect(seen.size).toBe(allowed.length - 1)
  }, 120_000)
})
