import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import { newId } from '../id.ts'
import { deriveKey } from '../secrets/secret.ts'
import { sha256 } from '../sha256.ts'
import { type AnyTables, type Migration, type Store, statement, type Tx } from '../store/index.ts'
import type { Blobs } from './blobs/port.ts'

/** A file to store, made by a scrape or a run. */
export interface NewFile {
  /** Its kind: `screenshot`, `pdf`, `snapshot`. */
  type: string
  mediaType: string
  bytes: Uint8Array
}

/** A stored file, as results show it. */
export interface StoredFile {
  /** `file_…` */
  id: string
  type: string
  mediaType: string
  /** In bytes. */
  size: number
}

/** Everything known about a stored file. */
export interface FileEntry extends StoredFile {
  /** The account that owns it. */
  account: string
  /** SHA-256 of the bytes, in hex. */
  hash: string
  /** In epoch milliseconds. */
  createdAt: number
  /** When it expires, in epoch milliseconds; null: it is kept until it is deleted. */
  expiresAt: number | null
}

export interface Lifetime {
  /** When the file expires, in epoch milliseconds. Default and null: it is kept until it is deleted. */
  expiresAt?: number | null
}

/**
 * Files of accounts. The bytes are stored before the transaction that records their owner; bytes that nothing refers
 * to are swept. Equal bytes are stored once.
 */
export interface Files {
  /** Stores bytes and returns their hash. They stay for at least an hour, until the transaction records them. */
  put(bytes: Uint8Array): Promise<string>
  /** Makes stored bytes a file of the account. */
  record(tx: Tx, accountId: string, hash: string, file: NewFile, lifetime?: Lifetime): Promise<StoredFile>
  /** Gives another account its own file with the same bytes; undefined if there is no such file. */
  copy(tx: Tx, id: string, accountId: string, lifetime?: Lifetime): Promise<StoredFile | undefined>
  /** When results made today expire, for files that belong to no job: epoch milliseconds; null: never. */
  retainedUntil(): number | null
  /** Deletes files. */
  forget(tx: Tx, ids: readonly string[]): Promise<void>
  find(id: string): Promise<FileEntry | undefined>
  /** A file, with its bytes as a stream. */
  open(id: string): Promise<{ entry: FileEntry; body: ReadableStream<Uint8Array<ArrayBuffer>> } | undefined>
  /** A URL that lets anyone read the file without a key. `expiresIn` is in milliseconds, 24 hours by default. */
  link(id: string, options?: { expiresIn?: number }): string
  /** Whether a link was signed here and has not expired. Its parts are as they came in the query. */
  verify(id: string, expires: string, signature: string): boolean
  /** Deletes expired files, and bytes that no file has referred to for an hour. */
  sweep(): Promise<void>
}

export interface FilesOptions {
  store: Store
  /** Where the bytes are stored. */
  blobs: Blobs
  secret: Uint8Array
  clock: Clock
  /** Days for which results are kept; 0, the default, keeps them forever. */
  retentionDays?: number
  /** The base URL of links, without a trailing slash. Default: links are paths. */
  origin?: () => string
}

const HOUR = 3_600_000
/** Source: decisions 5.2. */
const LINK_LIFETIME = 24 * HOUR
/** Expired files deleted per transaction. */
const SWEEP_BATCH = 500

export const filesMigration: Migration = {
  name: '007-files',
  async up(db) {
    await db.schema
      .createTable('files')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('account', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('media_type', 'text', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .execute()
    await db.schema.createIndex('files_hash').on('files').column('hash').execute()
    await db.schema.createIndex('files_expires_at').on('files').column('expires_at').execute()
  },
}

const insertFile = statement<
  [
    id: string,
    account: string,
    type: string,
    mediaType: string,
    size: number,
    hash: string,
    createdAt: number,
    expiresAt: number | null,
  ],
  never
>((db, [id, account, type, media_type, size, hash, created_at, expires_at]) =>
  db.insertInto('files').values({ id, account, type, media_type, size, hash, created_at, expires_at }),
)
const entryOf = (db: AnyTables, id: string) =>
  db
    .selectFrom('files')
    .select(['id', 'account', 'type', 'media_type as mediaType', 'size', 'hash'])
    .select(['created_at as createdAt', 'expires_at as expiresAt'])
    .where('id', '=', id)
const findFile = statement<[id: string], FileEntry>((db, [id]) => entryOf(db, id))
/** Holds the hash until the transaction has ended: a sweep does not see references that are not committed yet. */
const holdFile = statement<[id: string], FileEntry>((db, [id], dialect) =>
  dialect === 'sqlite' ? entryOf(db, id) : entryOf(db, id).forShare(),
)
const deleteFile = statement<[id: string], never>((db, [id]) => db.deleteFrom('files').where('id', '=', id))
const findExpired = statement<[now: number, most: number], { id: string }>((db, [now, most]) =>
  db.selectFrom('files').select('id').where('expires_at', '<=', now).limit(most),
)
const findUse = statement<[hash: string], { id: string }>((db, [hash]) =>
  db.selectFrom('files').select('id').where('hash', '=', hash).limit(1),
)

/** Opens the files of a store whose tables are up to date. */
export function openFiles(options: FilesOptions): Files {
  const { store, blobs, secret, clock, retentionDays = 0, origin = () => '' } = options
  const key = deriveKey(secret, 'file links')
  const sign = (id: string, expires: string) => createHmac('sha256', key).update(`${id}\n${expires}`).digest()

  async function add(tx: Tx, file: Omit<FileEntry, 'id' | 'createdAt'>): Promise<StoredFile> {
    const { account, type, mediaType, size, hash, expiresAt } = file
    const now = clock.now()
    const id = newId('file', now)
    await tx.run(insertFile, id, account, type, mediaType, size, hash, now, expiresAt)
    return { id, type, mediaType, size }
  }
  /** What has expired is gone, even before it is swept. */
  const unlessExpired = (entry: FileEntry | undefined) =>
    entry && (entry.expiresAt === null || entry.expiresAt > clock.now()) ? entry : undefined
  const find = async (id: string) => unlessExpired(await store.get(findFile, id))
  async function forget(tx: Tx, ids: readonly string[]) {
    for (const id of ids) await tx.run(deleteFile, id)
  }
  async function sweepExpired() {
    for (;;) {
      const expired = await store.all(findExpired, clock.now(), SWEEP_BATCH)
      const ids = expired.map(({ id }) => id)
      await store.write((tx) => forget(tx, ids), { durable: false, reserved: true })
      if (ids.length < SWEEP_BATCH) return
    }
  }

  return {
    async put(bytes) {
      const hash = (await sha256(bytes)).toString('hex')
      await blobs.put(hash, bytes)
      return hash
    },
    record: (tx, account, hash, { type, mediaType, bytes }, { expiresAt = null } = {}) =>
      add(tx, { account, type, mediaType, size: bytes.byteLength, hash, expiresAt }),
    async copy(tx, id, account, { expiresAt = null } = {}) {
      const entry = unlessExpired(await tx.get(holdFile, id))
      return entry && add(tx, { ...entry, account, expiresAt })
    },
    retainedUntil: () => (retentionDays === 0 ? null : clock.now() + retentionDays * 24 * HOUR),
    forget,
    find,
    async open(id) {
      const entry = await find(id)
      const body = entry && (await blobs.open(entry.hash))
      return body && { entry, body }
    },
    link(id, { expiresIn = LINK_LIFETIME } = {}) {
      const expires = String(Math.ceil((clock.now() + expiresIn) / 1000))
      return `${origin()}/v1/files/${id}?expires=${expires}&signature=${sign(id, expires).toString('hex')}`
    },
    verify(id, expires, signature) {
      if (!/^\d{1,12}$/.test(expires) || !/^[0-9a-f]{64}$/.test(signature)) return false
      return timingSafeEqual(sign(id, expires), Buffer.from(signature, 'hex')) && Number(expires) * 1000 > clock.now()
    },
    async sweep() {
      await sweepExpired()
      const before = clock.now() - HOUR
      for await (const hash of blobs.unusedSince(before)) {
        if (!(await store.get(findUse, hash))) await blobs.remove(hash, before)
      }
    },
  }
}
