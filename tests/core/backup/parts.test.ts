import { afterAll, describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderPlace } from '../../../core/backup/archive/folder.ts'
import { hashed, packRows, textOf, unpackRows } from '../../../core/backup/archive/lines.ts'
import { openPlace } from '../../../core/backup/archive/open.ts'
import { MissingError } from '../../../core/backup/archive/place.ts'
import { CopyFailure } from '../../../core/backup/failure.ts'
import { copyFiles, putWhole } from '../../../core/backup/files.ts'
import {
  FORMAT,
  filePath,
  type Manifest,
  readManifest,
  tablePath,
  writeManifest,
} from '../../../core/backup/manifest.ts'
import { checkMovedSecret, findSecret, takeSecret } from '../../../core/backup/secret.ts'
import { inBatches, inOrder, type Row, sizeOf } from '../../../core/backup/tables/source.ts'
import { createSummer } from '../../../core/backup/tables/sums.ts'
import type { Blobs } from '../../../core/files/blobs/port.ts'
import { keepSecret } from '../../../core/secrets/secret.ts'

const home = mkdtempSync(join(tmpdir(), 'weir-backup-parts-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
let made = 0
const folder = () => join(home, `${++made}`)
async function* inPieces(...pieces: string[]) {
  for (const piece of pieces) yield new TextEncoder().encode(piece)
}
const refused = (check: () => unknown) => {
  try {
    check()
    return undefined
  } catch (error) {
    return [error instanceof CopyFailure, (error as Error).message]
  }
}

describe('a folder', () => {
  test('keeps written files whole, for its owner only', async () => {
    const path = folder()
    const place = folderPlace(path)
    expect([place.name, await place.isEmpty()]).toEqual([path, true])
    await place.write('files/ab/abc', inPieces('first ', 'second'))
    expect(await textOf(place.read('files/ab/abc'))).toBe('first second')
    expect([statSync(join(path, 'files/ab/abc')).mode & 0o777, statSync(join(path, 'files')).mode & 0o777]).toEqual([
      0o600, 0o700,
    ])
    expect([await place.isEmpty(), readdirSync(join(path, 'files/ab'))]).toEqual([false, ['abc']])
  })

  test('has no part of a write that broke off, or that is still under way', async () => {
    const path = folder()
    async function* breaking() {
      yield new Uint8Array([1])
      throw new Error('it broke off')
    }
    await expect(folderPlace(path).write('a', breaking())).rejects.toThrow('it broke off')
    expect(readdirSync(path)).toEqual([])
    writeFileSync(join(path, 'b.part'), 'of another')
    await expect(folderPlace(path).write('b', inPieces('x'))).rejects.toThrow('EEXIST')
    expect(readdirSync(path)).toEqual(['b.part'])
  })

  test('on a full disk is named, and has no part of the file', async () => {
    const path = folder()
    mkdirSync(path)
    const mounting = ['mount', '-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', path]
    if (!Bun.spawnSync(mounting, { stderr: 'ignore' }).success)
      return console.log('A full disk is not tested: this user may not mount a file system')
    try {
      const written = folderPlace(path).write('big', inPieces('x'.repeat(100_000)))
      await expect(written).rejects.toThrow(
        new CopyFailure(`${join(path, 'big')} cannot be written: ENOSPC: no space left on device, write`),
      )
      expect(readdirSync(path)).toEqual([])
    } finally {
      Bun.spawnSync(['umount', path])
    }
  })

  test('that is empty is empty, and one that cannot be read is an error', async () => {
    const path = folder()
    mkdirSync(path)
    expect(await folderPlace(path).isEmpty()).toBe(true)
    writeFileSync(join(path, 'file'), '')
    await expect(folderPlace(join(path, 'file')).isEmpty()).rejects.toThrow('ENOTDIR')
  })

  test('says which file is missing', async () => {
    const path = folder()
    mkdirSync(path)
    const missing = await textOf(folderPlace(path).read('secret')).catch((error) => error)
    expect([missing instanceof MissingError, missing.message]).toEqual([true, `secret is missing in ${path}`])
    await expect(textOf(folderPlace(path).read('.'))).rejects.toThrow('EISDIR')
    const file = join(path, 'a file')
    writeFileSync(file, '')
    await expect(textOf(folderPlace(file).read('secret'))).rejects.toThrow(`secret is missing in ${file}`)
  })
})

test('a destination is a folder, or a bucket if it is named as one', () => {
  expect(openPlace(home, {} as never).name).toBe(home)
  const [isFailure, message] = refused(() => openPlace('s3://', {} as never)) as [boolean, string]
  expect([isFailure, message.startsWith('s3://: what follows s3:// ')]).toEqual([true, true])
  for (const other of ['', 'gs://bucket/folder', 'S3://bucket/folder', 's3:/bucket', 'file:///srv'])
    expect(refused(() => openPlace(other, {} as never))).toEqual([
      true,
      `A place is a folder or s3://BUCKET/PREFIX, not '${other}'`,
    ])
  expect(openPlace('at-10:30/folder', {} as never).name).toEndWith('/at-10:30/folder')
})

test('rows are kept as lines, including bytes, however the stream is cut', async () => {
  const rows: Row[][] = [
    [
      ['a', 1, null, new Uint8Array([0, 255])],
      ['line\nbreak', -2, '', new Uint8Array()],
    ],
    [['x'.repeat(100_000), 0, null, null]],
  ]
  async function* batches() {
    yield* rows
  }
  const packed: Uint8Array[] = []
  let told: unknown
  for await (const chunk of hashed(packRows(batches()), (...ended) => {
    told = ended
  }))
    packed.push(chunk)
  const whole = Buffer.concat(packed)
  expect(told).toEqual([createHash('sha256').update(whole).digest('hex'), whole.byteLength])
  async function* cut() {
    for (let at = 0; at < whole.length; at += 50) yield whole.subarray(at, at + 50)
  }
  expect((await Array.fromAsync(unpackRows(cut()))).flat()).toEqual(rows.flat() as never)
  async function* broken() {
    yield whole.subarray(0, whole.length - 20)
  }
  await expect(Array.fromAsync(unpackRows(broken()))).rejects.toThrow()
})

describe('rows', () => {
  test('are read a thousand at a time, or a megabyte', () => {
    const sizes = (rows: Iterable<Row>) => [...inBatches(rows)].map(({ length }) => length)
    expect(sizes(Array.from({ length: 2001 }, (): Row => [1]))).toEqual([1000, 1000, 1])
    expect(sizes(Array.from({ length: 1000 }, (): Row => [1]))).toEqual([1000])
    const half = 'x'.repeat(1 << 19)
    expect(sizes([[half], [half], [half]])).toEqual([2, 1])
    expect(sizes([['x'.repeat((1 << 19) - 1)], [half], [half]])).toEqual([3])
    expect(sizes([])).toEqual([])
    expect(['abc', new Uint8Array(5), 7, null].map(sizeOf)).toEqual([3, 5, 8, 8])
  })

  test('of tables come after those that they refer to', () => {
    const order = (names: string[], references: Record<string, string[]>) =>
      inOrder(
        names.map((name) => ({ name })),
        new Map(Object.entries(references).map(([name, others]) => [name, new Set(others)])),
      ).map(({ name }) => name)
    expect(order(['a', 'b', 'c'], { a: ['c'], b: ['a', 'b'], c: ['gone'] })).toEqual(['c', 'a', 'b'])
    expect(() => order(['a', 'b', 'c'], { a: ['b'], b: ['a'] })).toThrow('Tables refer to each other in a circle: a,b')
  })

  test('are counted, and the columns that must add up are added', () => {
    const summer = createSummer({ name: 'ledger', columns: ['id', 'amount', 'held'] })
    summer.add([
      ['a', 5, 1],
      ['b', -3, 2],
    ])
    summer.add([['c', 10, 0]])
    expect(summer.result()).toEqual({ rows: 3, sums: { amount: 12, held: 3 } })
    expect(createSummer({ name: 'users', columns: ['id'] }).result()).toEqual({ rows: 0, sums: {} })
  })
})

describe('files', () => {
  test('are copied four at a time, and missing ones are named', async () => {
    let atOnce = 0
    let most = 0
    const copied = await copyFiles(['a', 'bb', 'gone', 'dddd', 'e', 'f'], async (hash) => {
      most = Math.max(most, ++atOnce)
      await Promise.resolve()
      atOnce--
      return hash === 'gone' ? undefined : hash.length
    })
    expect([copied, most]).toEqual([{ count: 5, bytes: 9, missing: ['gone'] }, 4])
  })
  test('match their hash, or are damaged', async () => {
    const put: unknown[] = []
    const blobs = { put: async (hash: string, bytes: Uint8Array) => void put.push([hash, `${bytes}`]) }
    const hash = createHash('sha256').update('first second').digest('hex')
    expect(await putWhole(blobs as unknown as Blobs, hash, inPieces('first ', 'second'))).toBe(12)
    expect(put).toEqual([[hash, 'first second']])
    const damaged = putWhole(blobs as unknown as Blobs, hash, inPieces('first'))
    await expect(damaged).rejects.toThrow(new CopyFailure(`The contents of the file ${hash} are damaged`))
    expect(put).toHaveLength(1)
  })
  test('and tables have their paths', () =>
    expect([tablePath('jobs'), filePath('abcdef')]).toEqual(['tables/jobs.jsonl.gz', 'files/ab/abcdef']))
})

describe('a manifest', () => {
  const manifest: Manifest = {
    format: FORMAT,
    version: '0.1.0',
    createdAt: '2026-07-01T12:00:00.000Z',
    store: 'sqlite',
    secret: { kept: 'backup', check: 'ab' },
    tables: [{ name: 'jobs', columns: ['n'], rows: 1, sums: {}, sha256: 'cd' }],
    sequences: { jobs: 1 },
    files: { count: 0, bytes: 0, missing: [] },
  }
  const readBack = async (text?: string) => {
    const path = folder()
    mkdirSync(path)
    const place = folderPlace(path)
    if (text === undefined) await writeManifest(place, manifest)
    else if (text !== '') writeFileSync(join(path, 'manifest.json'), text)
    const read = await readManifest(place).catch((error) => error.message.replaceAll(path, 'PLACE'))
    return {
      read,
      written: existsSync(join(path, 'manifest.json')) && readFileSync(join(path, 'manifest.json'), 'utf8'),
    }
  }
  test('is read back as it was written, and is readable for people', async () =>
    expect(await readBack()).toEqual({ read: manifest, written: `${JSON.stringify(manifest, null, 2)}\n` }))
  test('is refused if it is missing, newer or damaged', async () => {
    const said = async (text: string) => (await readBack(text)).read
    expect(await said('')).toBe('There is no complete backup in PLACE: it has no manifest.json, which is written last')
    expect(await said(JSON.stringify({ ...manifest, format: 2 }))).toBe(
      'The backup was written by a newer version, in format 2: restore it with that version',
    )
    for (const wrong of [{ store: 'mysql' }, { tables: [{ ...manifest.tables[0], columns: [] }] }, { format: 'one' }])
      expect(await said(JSON.stringify({ ...manifest, ...wrong }))).toBe('manifest.json in PLACE is damaged')
    const named = { ...manifest.tables[0], name: 'jobs; drop' }
    expect(await said(JSON.stringify({ ...manifest, tables: [named] }))).toBe('manifest.json in PLACE is damaged')
  })
})

describe('the secret of a service', () => {
  const [one, other] = [`hex:${'11'.repeat(32)}`, `hex:${'22'.repeat(32)}`]
  const withSecret = (byte?: number) => {
    const dataDir = folder()
    mkdirSync(dataDir)
    if (byte !== undefined) keepSecret(dataDir, new Uint8Array(32).fill(byte))
    return dataDir
  }
  const checkOf = (given: string) => findSecret({ given, dataDir: '' }).check

  test('goes into the backup if it is in the data directory, and not if it is a setting', () => {
    expect(findSecret({ given: undefined, dataDir: withSecret(0x11) })).toEqual({
      kept: 'backup',
      check: checkOf(one),
      text: '11'.repeat(32),
    })
    expect(findSecret({ given: one, dataDir: withSecret(0x22) })).toEqual({ kept: 'settings', check: checkOf(one) })
    const dataDir = withSecret()
    expect(refused(() => findSecret({ given: undefined, dataDir }))).toEqual([
      true,
      `There is no secret in ${dataDir}: set WEIR_SECRET, or WEIR_DATA_DIR, to what the server uses`,
    ])
  })

  test('is taken from the backup if the data directory has none', () => {
    const dataDir = withSecret()
    const keep = takeSecret({ given: undefined, dataDir }, { kept: 'backup', check: checkOf(one) })!
    expect(refused(() => keep('22'.repeat(32)))).toEqual([true, 'The secret in the backup is damaged'])
    keep(`${'11'.repeat(32)}\n`)
    expect(findSecret({ given: undefined, dataDir }).check).toBe(checkOf(one))
  })

  test('is the same as the existing one, or is refused', () => {
    const take = (place: { given?: string; dataDir?: string }, kept: 'backup' | 'settings') =>
      refused(() =>
        expect(
          takeSecret({ given: undefined, dataDir: withSecret(), ...place }, { kept, check: checkOf(one) }),
        ).toBeUndefined(),
      )
    expect([take({ given: one }, 'backup'), take({ dataDir: withSecret(0x11) }, 'settings')]).toEqual([
      undefined,
      undefined,
    ])
    expect(take({ given: other }, 'backup')![1]).toContain('set it to hex: and the text of the file `secret`')
    expect(take({ given: other }, 'settings')![1]).toContain('set it to its value where the backup was made')
    const dataDir = withSecret(0x22)
    expect(take({ dataDir }, 'backup')).toEqual([
      true,
      `The secret in ${dataDir} is not that of the backup: choose another WEIR_DATA_DIR`,
    ])
    expect(take({}, 'settings')![1]).toContain('is not in it: set WEIR_SECRET to the same')
  })

  test('stays the same in a move to a database', () => {
    checkMovedSecret({ given: one, dataDir: withSecret(0x11) })
    checkMovedSecret({ given: one, dataDir: withSecret() })
    expect(refused(() => checkMovedSecret({ given: one, dataDir: withSecret(0x22) }))![1]).toContain(
      'WEIR_SECRET is not the secret in',
    )
  })
})
