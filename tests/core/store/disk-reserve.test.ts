import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '../../../core/log.ts'
import { openStore, statement } from '../../../core/store/index.ts'

const insert = statement<[size: number, text: string], never>((db, [size, text]) =>
  db.insertInto('pages').values({ size, text }),
)
const sizes = statement<[], { size: number }>((db) => db.selectFrom('pages').select('size'))
const clear = statement<[], never>((db) => db.deleteFrom('pages'))

/** A file system of 48 MiB, or undefined if this user may not mount one. */
function mountSmall(): string | undefined {
  const directory = mkdtempSync(join(tmpdir(), 'weir-small-'))
  const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', directory], { stderr: 'ignore' })
  if (mounted.exitCode === 0) return directory
  rmSync(directory, { recursive: true })
  console.log('A full disk is not tested: this user may not mount a file system')
}
const small = process.getuid?.() === 0 ? mountSmall() : undefined

const eventually = async (what: () => boolean) => {
  for (let waited = 0; !what(); waited += 20) {
    if (waited > 10_000) throw new Error('It did not come true')
    await Bun.sleep(20)
  }
}

test.skipIf(!small)(
  'a full disk refuses writes with 503 but not reads and deletions, and is written again when there is room',
  async () => {
    const dataDir = join(small!, 'data')
    const logged: string[] = []
    const store = await openStore({ dataDir, log: createLog('json', (line) => logged.push(line)) })
    try {
      await store.migrate('pages', [
        {
          name: '001',
          up: async (db) =>
            void (await db.schema.createTable('pages').addColumn('size', 'bigint').addColumn('text', 'text').execute()),
        },
      ])
      const reserve = join(dataDir, 'reserve')
      await eventually(() => existsSync(reserve))

      const write = (size: number) => store.write((tx) => tx.run(insert, size, 'x'.repeat(size)))
      const kept: number[] = []
      let refusal: unknown
      for (let size = 1_000_000; refusal === undefined && kept.length < 100; size++) {
        await write(size).then(
          () => kept.push(size),
          (error: unknown) => {
            refusal = error
          },
        )
      }
      const full = { status: 503, code: 'service_unavailable', details: { reason: 'storage_full' }, retryAfter: 30 }
      expect(refusal).toMatchObject(full)
      expect(store.trouble).toBe('storage_full')
      expect(existsSync(reserve)).toBe(false)
      await expect(write(1)).rejects.toMatchObject(full)
      expect((await store.all(sizes)).map(({ size }) => size)).toEqual(kept)

      expect(await store.write((tx) => tx.run(clear), { reserved: true })).toBe(kept.length)
      await eventually(() => store.trouble === undefined)
      expect(existsSync(reserve)).toBe(true)
      await write(2_000_000)
      expect(await store.all(sizes)).toEqual([{ size: 2_000_000 }])
      expect(logged.length).toBe(2)
      await store.close()
      expect(new Database(join(dataDir, 'weir.db')).query('PRAGMA integrity_check').values()).toEqual([['ok']])
    } finally {
      await store.close()
      Bun.spawnSync(['umount', '-l', small!])
      rmSync(small!, { recursive: true, force: true })
    }
  },
  120_000,
)

test.skipIf(!small)('a store on a full disk is opened with a share of its reserve', async () => {
  const disk = mountSmall()!
  const dataDir = join(disk, 'data')
  const log = createLog('text', () => {})
  try {
    const first = await openStore({ dataDir, log })
    await eventually(() => existsSync(join(dataDir, 'reserve')))
    await first.close()
    Bun.spawnSync(['cp', '/dev/zero', join(disk, 'fill')], { stderr: 'ignore' })
    const store = await openStore({ dataDir, log })
    const { size } = statSync(join(dataDir, 'reserve'))
    expect([store.trouble, size]).toEqual([undefined, 15 << 20])
    await store.close()
    rmSync(join(dataDir, 'reserve'))
    Bun.spawnSync(['cp', '/dev/zero', join(disk, 'more')], { stderr: 'ignore' })
    await expect(openStore({ dataDir, log })).rejects.toThrow('its disk is full, so make room there')
  } finally {
    Bun.spawnSync(['umount', '-l', disk])
    rmSync(disk, { recursive: true, force: true })
  }
})
