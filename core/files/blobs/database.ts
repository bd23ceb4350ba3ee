import { type Migration, type Store, statement } from '../../store/index.ts'
import { lazyStream } from './lazy-stream.ts'
import type { Blobs } from './port.ts'

/**
 * The size of a row in bytes. Rows are read and sent one at a time, so that a large file takes no more memory than a
 * small one.
 */
const CHUNK = 512 * 1024
/** Blobs checked per query. */
const PAGE = 500

const blobsMigration: Migration = {
  name: '001-blobs',
  async up(db, dialect) {
    const bytes = dialect === 'postgres' ? 'bytea' : 'blob'
    await db.schema
      .createTable('blobs')
      .addColumn('hash', 'text', (column) => column.primaryKey())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('put_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('blob_chunks')
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('n', 'integer', (column) => column.notNull())
      .addColumn('bytes', bytes, (column) => column.notNull())
      .addPrimaryKeyConstraint('blob_chunks_pk', ['hash', 'n'])
      .execute()
  },
}

/**
 * The name of these tables' own migrations: they are made where they are used, whichever version the core's tables
 * have.
 */
export const BLOBS = 'core/blobs'
/** The tables of file contents, which become files when a store is copied to another kind. */
export const blobTables = ['blobs', 'blob_chunks'] as const

const touch = statement<[now: number, hash: string], never>((db, [put_at, hash]) =>
  db.updateTable('blobs').set({ put_at }).where('hash', '=', hash),
)
const insertBlob = statement<[hash: string, size: number, now: number], never>((db, [hash, size, put_at]) =>
  db
    .insertInto('blobs')
    .values({ hash, size, put_at })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet((row) => ({ put_at: row.ref('excluded.put_at') }))),
)
const insertChunk = statement<[hash: string, n: number, bytes: Uint8Array], never>((db, [hash, n, bytes]) =>
  db
    .insertInto('blob_chunks')
    .values({ hash, n, bytes })
    .onConflict((conflict) => conflict.columns(['hash', 'n']).doNothing()),
)
const findBlob = statement<[hash: string], { size: number }>((db, [hash]) =>
  db.selectFrom('blobs').select('size').where('hash', '=', hash),
)
const readChunk = statement<[hash: string, n: number], { bytes: Uint8Array }>((db, [hash, n]) =>
  db.selectFrom('blob_chunks').select('bytes').where('hash', '=', hash).where('n', '=', n),
)
const findUnused = statement<[before: number, after: string], { hash: string }>((db, [before, after]) =>
  db
    .selectFrom('blobs')
    .select('hash')
    .where('put_at', '<', before)
    .where('hash', '>', after)
    .orderBy('hash')
    .limit(PAGE),
)
const deleteBlob = statement<[hash: string, before: number], never>((db, [hash, before]) =>
  db.deleteFrom('blobs').where('hash', '=', hash).where('put_at', '<', before),
)
const deleteChunks = statement<[hash: string], never>((db, [hash]) =>
  db.deleteFrom('blob_chunks').where('hash', '=', hash),
)

/**
 * Blobs as rows of the store, for Postgres without a bucket: all machines then see the same files, and one backup of
 * the database covers them. `now` returns epoch milliseconds.
 */
export async function openDatabaseBlobs(store: Store, now: () => number): Promise<Blobs> {
  await store.migrate(BLOBS, [blobsMigration])
  async function* read(hash: string, size: number) {
    for (let n = 0; n * CHUNK < size; n++) {
      const row = await store.get(readChunk, hash, n)
      if (!row) throw new Error(`The file ${hash} was deleted while it was read`)
      yield new Uint8Array(row.bytes)
    }
  }
  return {
    kind: 'database',
    async put(hash, bytes) {
      if ((await store.write((tx) => tx.run(touch, now(), hash))) > 0) return
      await store.write(async (tx) => {
        await tx.run(insertBlob, hash, bytes.byteLength, now())
        for (let n = 0; n * CHUNK < bytes.byteLength; n++)
          await tx.run(insertChunk, hash, n, bytes.subarray(n * CHUNK, (n + 1) * CHUNK))
      })
    },
    async open(hash) {
      const found = await store.get(findBlob, hash)
      return found && lazyStream(() => read(hash, found.size))
    },
    async *unusedSince(before) {
      for (let after = ''; ; ) {
        const found = await store.all(findUnused, before, after)
        for (const { hash } of found) yield hash
        if (found.length < PAGE) return
        after = found.at(-1)!.hash
      }
    },
    async remove(hash, before) {
      await store.write(
        async (tx) => {
          if ((await tx.run(deleteBlob, hash, before)) > 0) await tx.run(deleteChunks, hash)
        },
        { durable: false, reserved: true },
      )
    },
    // A store that cannot be used reports that itself.
    check: async () => undefined,
  }
}
