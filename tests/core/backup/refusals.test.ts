import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { isEmptyStore } from '../../../core/backup/copy-store.ts'
import { openPostgresSource } from '../../../core/backup/tables/postgres.ts'
import type { TableSource } from '../../../core/backup/tables/source.ts'
import { openSqliteSource } from '../../../core/backup/tables/sqlite.ts'
import { backup } from '../../../core/cli/commands/backup.ts'
import { migrate } from '../../../core/cli/commands/migrate.ts'
import { restore } from '../../../core/cli/commands/restore.ts'
import { BLOBS } from '../../../core/files/blobs/database.ts'
import { openStore } from '../../../core/store/index.ts'
import { UNFINISHED } from '../../../core/store/migrate.ts'
import {
  describeJob,
  make,
  newPath,
  newSettings,
  open,
  readLedger,
  removeFolders,
  run,
  runProcess,
  secretOf,
} from './workshop.ts'

let settings: Record<string, string>
/** A complete backup of a service with a job of three pieces. */
let whole: string
let jobId: string
let adminKey: string
beforeAll(async () => {
  settings = await newSettings('sqlite')
  const weir = await open(settings)
  adminKey = weir.adminKey
  jobId = await make(weir, 'kept', 3)
  await weir.ended(jobId)
  await weir.close()
  whole = newPath()
  expect((await run(backup, [whole], settings)).failure).toBeUndefined()
})
setDefaultTimeout(60_000)
afterAll(removeFolders)

/** Runs a command, and ends it as soon as it handles the signal. */
async function runEnded(...of: Parameters<typeof run>) {
  const before = process.listenerCount('SIGTERM')
  const running = run(...of)
  while (process.listenerCount('SIGTERM') === before) await Bun.sleep(1)
  process.emit('SIGTERM')
  const { failure } = await running
  expect(process.listenerCount('SIGTERM')).toBe(before)
  return failure
}

test('a backup and a restore that a signal ends leave nothing of what they began', async () => {
  const ended = { code: 143, message: 'Ended by SIGTERM, and undone' }
  const place = newPath()
  expect(await runEnded(backup, [place], settings)).toMatchObject(ended)
  expect(existsSync(place) ? readdirSync(place) : []).toEqual([])
  const empty = await newSettings('sqlite')
  expect(await runEnded(restore, [whole], empty)).toMatchObject(ended)
  expect(existsSync(join(empty.WEIR_DATA_DIR!, 'weir.db'))).toBe(false)
})

/** A copy of the backup with a change. */
function changed(change: (folder: string) => void) {
  const folder = newPath()
  cpSync(whole, folder, { recursive: true })
  change(folder)
  return folder
}
const editManifest = (folder: string, edit: (manifest: Record<string, unknown>) => void) => {
  const file = join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  edit(manifest)
  writeFileSync(file, JSON.stringify(manifest))
}
const filesOf = (folder: string) => readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
const aFile = (folder: string) => {
  const found = filesOf(folder).find((entry) => entry.isFile())!
  return join(found.parentPath, found.name)
}

describe('a backup', () => {
  test('is for its owner only', () => {
    for (const name of ['manifest.json', 'secret', 'tables/users.jsonl.gz'])
      expect((statSync(join(whole, name)).mode & 0o777).toString(8)).toBe('600')
    expect(readFileSync(join(whole, 'secret'), 'utf8')).toBe(
      readFileSync(join(settings.WEIR_DATA_DIR!, 'secret'), 'utf8'),
    )
  })

  test('says what it contains, and is never overwritten', async () => {
    const manifest = JSON.parse(readFileSync(join(whole, 'manifest.json'), 'utf8'))
    expect(manifest).toMatchObject({
      format: 1,
      store: 'sqlite',
      secret: { kept: 'backup' },
      files: { count: 3, missing: [] },
    })
    const rows = Object.fromEntries(
      manifest.tables.map(({ name, rows }: { name: string; rows: number }) => [name, rows]),
    )
    expect(rows).toMatchObject({ jobs: 1, files: 3, workshop_pieces: 3, users: 1 })
    const again = await run(backup, [whole], settings)
    expect(again.failure?.message).toBe(`${whole} is not empty: back up to a new one`)
  })

  test('of a data directory without a store is refused', async () => {
    const WEIR_DATA_DIR = newPath()
    mkdirSync(WEIR_DATA_DIR)
    writeFileSync(join(WEIR_DATA_DIR, 'secret'), 'ab'.repeat(32))
    const { failure } = await run(backup, [newPath()], { ...settings, WEIR_DATA_DIR })
    expect(failure?.message).toBe(`WEIR_DATA_DIR: there is no store in ${WEIR_DATA_DIR}`)
    expect(existsSync(join(WEIR_DATA_DIR, 'weir.db'))).toBe(false)
    const database = await run(backup, [newPath()], await newSettings('postgres'))
    expect(database.failure?.message).toBe('WEIR_DATABASE_URL: there is no store in the database')
  })

  test('of a damaged store, or with a damaged secret, fails in one line', async () => {
    const WEIR_DATA_DIR = newPath()
    cpSync(settings.WEIR_DATA_DIR!, WEIR_DATA_DIR, { recursive: true })
    const damaged = { ...settings, WEIR_DATA_DIR }
    const file = join(WEIR_DATA_DIR, 'weir.db')
    const bytes = readFileSync(file)
    // First its tables without its schema, and then all of it.
    bytes.fill('x', bytes.length / 2)
    writeFileSync(file, bytes)
    const line = (reason: string) => `${file} cannot be read: ${reason}; restore a backup into another data directory`
    const told = async () => (await run(backup, [newPath()], damaged)).failure?.message
    expect(await runProcess(['backup', newPath()], damaged)).toMatchObject({
      code: 1,
      noted: `weir: ${line('database disk image is malformed')}\n`,
    })
    writeFileSync(file, 'x'.repeat(9000))
    expect(await told()).toBe(line('file is not a database'))
    writeFileSync(join(WEIR_DATA_DIR, 'secret'), 'zz')
    expect(await told()).toMatch(/^The secret in \S+ is damaged: restore it from a backup[^\n]*$/)
  })

  test('that fails leaves nothing behind', async () => {
    const WEIR_DATA_DIR = newPath()
    cpSync(settings.WEIR_DATA_DIR!, WEIR_DATA_DIR, { recursive: true })
    writeFileSync(aFile(WEIR_DATA_DIR), 'other contents')
    const to = newPath()
    const { failure } = await run(backup, [to], { ...settings, WEIR_DATA_DIR })
    expect([failure?.message, readdirSync(to)]).toEqual([expect.stringContaining('are damaged'), []])
  })

  test("with a secret that is not the store's is refused", async () => {
    const WEIR_SECRET = 'another secret of more than 32 characters'
    const to = newPath()
    const { failure } = await run(backup, [to], { ...settings, WEIR_SECRET })
    expect(failure?.message).toBe(
      'WEIR_SECRET is not the secret of this store: set WEIR_SECRET to the value that the server uses',
    )
    expect(existsSync(to)).toBe(false)
  })

  test('of the store of a newer version, or of an unfinished copy, is refused', async () => {
    const dataDir = newPath()
    cpSync(settings.WEIR_DATA_DIR!, dataDir, { recursive: true })
    const told = async ({ owner, name }: { owner: string; name: string }) => {
      const store = await openStore({ dataDir })
      await store.write((tx) => {
        const db = tx.db<{ migrations: { owner: string; name: string; applied_at: number } }>()
        return db.insertInto('migrations').values({ owner, name, applied_at: 0 }).execute()
      })
      await store.close()
      const to = newPath()
      const { failure } = await run(backup, [to], { ...settings, WEIR_DATA_DIR: dataDir })
      expect(existsSync(to)).toBe(false)
      return failure?.message
    }
    expect(await told({ owner: 'workshop', name: '999-later' })).toBe(
      'It was written by a newer version: this one does not know migration 999-later of workshop. Use the newer version',
    )
    expect(await told(UNFINISHED)).toBe('A copy into this store was not finished: use the one that was copied')
  })

  test('leaves out files whose contents are missing, and says so', async () => {
    const dataDir = newPath()
    cpSync(settings.WEIR_DATA_DIR!, dataDir, { recursive: true })
    rmSync(aFile(dataDir))
    const to = newPath()
    const { failure, noted } = await run(backup, [to], { ...settings, WEIR_DATA_DIR: dataDir })
    expect(failure).toBeUndefined()
    expect(noted).toContain('1 files were deleted meanwhile')
    expect((await run(restore, [to], await newSettings('sqlite'))).failure).toBeUndefined()
  })

  test('of a damaged file fails instead of keeping the wrong contents', async () => {
    const dataDir = newPath()
    cpSync(settings.WEIR_DATA_DIR!, dataDir, { recursive: true })
    writeFileSync(aFile(dataDir), 'other contents')
    const { failure } = await run(backup, [newPath()], { ...settings, WEIR_DATA_DIR: dataDir })
    expect(failure?.message).toMatch(/^The contents of the file [0-9a-f]{64} are damaged$/)
  })

  test('to an invalid bucket is refused', async () => {
    const { failure } = await run(backup, ['s3://No_Bucket'], settings)
    expect(failure?.message).toStartWith('s3://No_Bucket: what follows s3:// must begin with the name of a bucket')
    const without = await run(backup, ['s3://bucket/folder'], settings)
    expect(without.failure?.message).toStartWith('s3://bucket/folder needs WEIR_S3_ACCESS_KEY_ID')
  })
})

/** All rows of a source by table, sorted. */
async function rowsOf(opening: Promise<TableSource>) {
  const source = await opening
  const all: Record<string, string[]> = {}
  for (const table of source.tables) {
    if (table.name.startsWith('blob')) continue
    const lines: string[] = []
    for await (const rows of source.rows(table))
      for (const row of rows)
        if (row[0] !== BLOBS) lines.push(JSON.stringify(row.map((value, at) => [table.columns[at], value])))
    all[table.name] = lines.sort()
  }
  await source.close()
  return all
}

test('a restored store has the same rows in all tables', async () => {
  const target = await newSettings('sqlite')
  expect((await run(restore, [whole], target)).failure).toBeUndefined()
  const found = await rowsOf(openSqliteSource(target.WEIR_DATA_DIR!))
  expect(Object.keys(found).length).toBeGreaterThan(20)
  expect(found).toEqual(await rowsOf(openSqliteSource(settings.WEIR_DATA_DIR!)))
})

describe('a restore is refused, and leaves nothing behind,', () => {
  const cases: [string, (folder: string) => void, RegExp][] = [
    [
      'if the manifest is missing',
      (folder) => rmSync(join(folder, 'manifest.json')),
      /no complete backup in .*: it has no manifest\.json/,
    ],
    [
      'if a table is cut short',
      (folder) => truncateSync(join(folder, 'tables/jobs.jsonl.gz'), 40),
      /^tables\/jobs\.jsonl\.gz in .* is damaged: it is not what was backed up$/,
    ],
    [
      'if a table has no valid rows',
      (folder) => writeFileSync(join(folder, 'tables/jobs.jsonl.gz'), gzipSync('[1,\n')),
      /^tables\/jobs\.jsonl\.gz in .* is damaged: it is not what was backed up$/,
    ],
    [
      'if a table was replaced by another',
      (folder) => cpSync(join(folder, 'tables/users.jsonl.gz'), join(folder, 'tables/ledger.jsonl.gz')),
      /./,
    ],
    [
      'if a table is missing',
      (folder) => rmSync(join(folder, 'tables/jobs.jsonl.gz')),
      /tables\/jobs\.jsonl\.gz is missing in/,
    ],
    [
      'if a file was changed',
      (folder) => appendFileSync(aFile(folder), 'x'),
      /The contents of the file [0-9a-f]{64} are damaged/,
    ],
    ['if a file is missing', (folder) => rmSync(aFile(folder)), /files\/.* is missing in/],
    [
      'if the secret was changed',
      (folder) => writeFileSync(join(folder, 'secret'), 'cd'.repeat(32)),
      /The secret in the backup is damaged/,
    ],
    [
      'if a newer version wrote it in another format',
      (folder) => editManifest(folder, (manifest) => Object.assign(manifest, { format: 2 })),
      /^The backup was written by a newer version, in format 2/,
    ],
    [
      'if the manifest is cut short',
      (folder) => truncateSync(join(folder, 'manifest.json'), 100),
      /^manifest\.json in .* is damaged$/,
    ],
    [
      'if the manifest is null',
      (folder) => writeFileSync(join(folder, 'manifest.json'), 'null'),
      /^manifest\.json in .* is damaged$/,
    ],
    [
      'if the manifest names a path',
      (folder) => editManifest(folder, ({ tables }) => Object.assign((tables as object[])[0]!, { name: '../up' })),
      /^manifest\.json in .* is damaged$/,
    ],
  ]
  test.each(cases)('%s', async (_, change, message) => {
    const target = await newSettings('sqlite')
    const { failure } = await run(restore, [changed(change)], target)
    expect(failure?.message).toMatch(message)
    const left = existsSync(target.WEIR_DATA_DIR!) ? readdirSync(target.WEIR_DATA_DIR!) : []
    expect(left.filter((name) => name !== 'lock.db')).toEqual([])
  })

  test('if the target is not empty, which stays unchanged', async () => {
    const { failure } = await run(restore, [whole], settings)
    expect(failure?.message).toMatch(/^WEIR_DATA_DIR: \S+ has weir\.db, files, secret already|has weir\.db/)
    const weir = await open({ ...settings, WEIR_ADMIN_API_KEY: adminKey })
    expect((await describeJob(weir, jobId)).completed).toBe(3)
    const running = await run(restore, [whole], settings)
    expect(running.failure?.message).toContain('is in use by a server')
    await weir.close()
  })

  test('if the secret is a different one', async () => {
    const other = await newSettings('sqlite', { WEIR_SECRET: 'another secret of more than 32 characters' })
    const { failure } = await run(restore, [whole], other)
    expect(failure?.message).toStartWith('WEIR_SECRET is not the secret of the backup: set it to hex:')
    const same = { ...other, WEIR_SECRET: secretOf(settings.WEIR_DATA_DIR!) }
    expect((await run(restore, [whole], same)).failure).toBeUndefined()
  })

  test('if its secret was a setting, and is not set now', async () => {
    const given = await newSettings('sqlite', { WEIR_SECRET: 'a given secret of more than 32 characters' })
    await (await open(given)).close()
    const to = newPath()
    expect((await run(backup, [to], given)).noted).toContain('WEIR_SECRET is not in the backup')
    expect(existsSync(join(to, 'secret'))).toBe(false)
    const { failure } = await run(restore, [to], await newSettings('sqlite'))
    expect(failure?.message).toContain('was given as WEIR_SECRET and is not in it')
  })

  test('if one of its plugins is not loaded, unless its tables are left out', async () => {
    const WEIR_PLUGINS = 'account,jobs,results'
    const { failure } = await run(restore, [whole], await newSettings('sqlite', { WEIR_PLUGINS }))
    expect(failure?.message).toContain('the plugin workshop, which is not loaded: add it to WEIR_PLUGINS')
    const target = await newSettings('sqlite', { WEIR_PLUGINS })
    const without = await run(restore, [whole, '--without', 'workshop'], target)
    expect(without.failure).toBeUndefined()
    expect(without.said).toContain('workshop_pieces is left out')
    await (await open({ ...target, WEIR_ADMIN_API_KEY: adminKey })).close()
  })

  test('if tables are to be left out that no plugin has', async () => {
    for (const other of ['wokshop', 'core']) {
      const { failure } = await run(restore, [whole, '--without', other], await newSettings('sqlite'))
      expect(failure?.message).toMatch(RegExp(`^--without ${other}: there are only tables of the plugins .*workshop`))
    }
  })
})

describe('weir migrate sqlite postgres', () => {
  const target = async (changes: Record<string, string> = {}) => {
    const { WEIR_DATABASE_URL } = await newSettings('postgres')
    return {
      ...settings,
      WEIR_DATABASE_URL: WEIR_DATABASE_URL!,
      WEIR_SECRET: secretOf(settings.WEIR_DATA_DIR!),
      ...changes,
    }
  }

  test('copies everything, which Postgres then serves, and leaves the data directory unchanged', async () => {
    const moved = await target()
    const { failure, said } = await run(migrate, ['sqlite', 'postgres'], moved)
    expect(failure).toBeUndefined()
    expect(said).toMatch(/^workshop_pieces +3$/m)
    expect(said).toContain('\n3 files, ')
    const rows = await rowsOf(openPostgresSource(moved.WEIR_DATABASE_URL))
    expect(rows).toEqual(await rowsOf(openSqliteSource(settings.WEIR_DATA_DIR!)))
    const before = await open({ ...settings, WEIR_ADMIN_API_KEY: adminKey })
    const expected = await describeJob(before, jobId)
    await before.close()
    const after = await open({ ...moved, WEIR_DATA_DIR: newPath(), WEIR_ADMIN_API_KEY: adminKey })
    expect(await describeJob(after, jobId)).toEqual(expected)
    expect((await after.ended(await make(after, 'new', 2))).completed).toBe(2)
    await after.close()
    expect(await readLedger(moved)).toEqual({ addsUp: true, spent: 5 * 500 })

    const again = await run(migrate, ['sqlite', 'postgres'], moved)
    expect(again.failure?.message).toStartWith('WEIR_DATABASE_URL: the database is not empty')
    expect((await readLedger(moved)).spent).toBe(5 * 500)
  })

  test('is refused with a different secret, without a database, and while a server runs', async () => {
    const other = await run(migrate, ['sqlite', 'postgres'], await target({ WEIR_SECRET: 'x'.repeat(40) }))
    expect(other.failure?.message).toContain('set it to hex: and the text of the file there')
    const none = await run(migrate, ['sqlite', 'postgres'], settings)
    expect(none.failure?.message).toBe('WEIR_DATABASE_URL must be set, to the address of an empty database')
    const weir = await open({ ...settings, WEIR_ADMIN_API_KEY: adminKey })
    const running = await run(migrate, ['sqlite', 'postgres'], await target())
    await weir.close()
    expect(running.failure?.message).toContain('is in use: stop the server')
    expect((await run(migrate, ['postgres', 'sqlite'], settings)).failure).toMatchObject({ code: 2 })
  })

  test('leaves the database empty if a signal ends it', async () => {
    const moved = await target()
    const ended = { code: 143, message: 'Ended by SIGTERM, and undone' }
    expect(await runEnded(migrate, ['sqlite', 'postgres'], moved)).toMatchObject(ended)
    const store = await openStore({ dataDir: settings.WEIR_DATA_DIR!, databaseUrl: moved.WEIR_DATABASE_URL })
    expect(await isEmptyStore(store)).toBe(true)
    await store.close()
  })

  test('leaves the database empty if it fails, and unusable if it is killed', async () => {
    const dataDir = newPath()
    cpSync(settings.WEIR_DATA_DIR!, dataDir, { recursive: true })
    writeFileSync(aFile(dataDir), 'other contents')
    const broken = await target({ WEIR_DATA_DIR: dataDir })
    const { failure } = await run(migrate, ['sqlite', 'postgres'], broken)
    expect(failure?.message).toMatch(/^The contents of the file [0-9a-f]{64} are damaged$/)
    const mended = { ...broken, WEIR_DATA_DIR: settings.WEIR_DATA_DIR! }
    expect((await run(migrate, ['sqlite', 'postgres'], mended)).failure).toBeUndefined()

    const store = await openStore({ dataDir, databaseUrl: broken.WEIR_DATABASE_URL })
    await store.write(async (tx) => {
      const db = tx.db<{ migrations: typeof UNFINISHED }>()
      await db.deleteFrom('migrations').execute()
      await db.insertInto('migrations').values(UNFINISHED).execute()
    })
    await store.close()
    await expect(open({ ...broken, WEIR_DATA_DIR: newPath() })).rejects.toThrow(
      'WEIR_DATABASE_URL: the database cannot be brought up to date: A copy into it is unfinished',
    )
  })
})
