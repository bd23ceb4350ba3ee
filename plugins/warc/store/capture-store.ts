import { type Kit, newId, statement, type Tx } from 'weirjs'
import type { CaptureEntry, CaptureRow, Original, Tables } from './tables.ts'

/** A stored capture. */
export interface Capture extends CaptureEntry {
  /** `capt_…` */
  id: string
  urlKey: string
  /** Epoch milliseconds. */
  capturedAt: number
  digest: string
  /** The file with its records. */
  file: string
}

/** A capture to be stored, with its records. */
export interface NewCapture extends Omit<Capture, 'id' | 'file'> {
  bytes: Uint8Array
  /** The hash under which the bytes are stored. */
  hash: string
  /** Only for a revisit: returns the capture with its payload, in case the original was deleted meanwhile. */
  whole?: () => Promise<NewCapture>
}

/** A filter for captures of an account. */
export interface CaptureFilter {
  account: string
  /** The key of a URL or, with `isPrefix`, the beginning of keys. */
  urlKey: string
  isPrefix: boolean
  /** Epoch milliseconds, inclusive. */
  from: number
  to: number
}

/** How long and how many captures are kept; null: unlimited. */
export interface CaptureBounds {
  /** Epoch milliseconds. */
  expiresAt: number | null
  /** The limit of bytes of all the account's captures, compressed. */
  mostBytes: number | null
}

export interface CaptureStore {
  /** Stores captures. Also deletes the oldest ones if the account exceeds its limit. */
  add(tx: Tx, account: string, captures: readonly NewCapture[], bounds: CaptureBounds): Promise<void>
  /** A response with this payload that will be kept for some more time. */
  findOriginal(account: string, digest: string): Promise<Capture | undefined>
  /** The captures nearest to a moment: the last ones up to it, and the first ones after it. */
  nearest(filter: CaptureFilter, moment: number, most: number): Promise<Capture[]>
  /** Lists captures in the order of their keys and times, after a given one. */
  list(filter: CaptureFilter, behind: Capture | undefined, most: number): Promise<Capture[]>
  count(filter: CaptureFilter): Promise<number>
  /** Whether the original of a revisit is among them. */
  has(filter: CaptureFilter, original: Original): Promise<boolean>
  /** Deletes up to `most` captures with their files, expired ones too. Returns their number. */
  remove(filter: CaptureFilter, most: number): Promise<number>
  /** The same for expired captures of all accounts. */
  removeExpired(most: number): Promise<number>
}

/** Milliseconds that an original must remain stored, so that it exists when the revisit is written. */
const HOUR = 3_600_000
/** How many of the oldest captures are deleted when others are added. */
const DROPPED_AT_ONCE = 20
/** Greater than any character of a key. */
const LAST = '\uffff'

const insert = statement<
  [
    id: string,
    account: string,
    urlKey: string,
    capturedAt: number,
    payload: string | null,
    digest: string,
    file: string,
    entry: string,
    size: number,
    expiresAt: number | null,
  ],
  never
>((db, [id, account, url_key, captured_at, payload, digest, file, entry, size, expires_at]) =>
  db
    .insertInto('warc_captures')
    .values({ id, account, url_key, captured_at, payload, digest, file, entry, size, expires_at }),
)
const findPayload = statement<[account: string, payload: string, until: number], CaptureRow>(
  (db, [account, payload, until]) =>
    db
      .selectFrom('warc_captures')
      .selectAll()
      .where('account', '=', account)
      .where('payload', '=', payload)
      .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', until)]))
      .limit(1),
)

const findExpired = statement<[now: number, most: number], CaptureRow>((db, [now, most]) =>
  db.selectFrom('warc_captures').selectAll().where('expires_at', '<=', now).limit(most),
)
const findOldest = statement<[account: string, most: number], CaptureRow>((db, [account, most]) =>
  db.selectFrom('warc_captures').selectAll().where('account', '=', account).orderBy('captured_at').limit(most),
)
const deleteCapture = statement<[id: string], never>((db, [id]) => db.deleteFrom('warc_captures').where('id', '=', id))
/** Returns the new number of bytes. */
const addBytes = statement<[account: string, bytes: number], { bytes: number }>((db, [account, bytes]) =>
  db
    .insertInto('warc_accounts')
    .values({ account, bytes })
    .onConflict((same) =>
      same.column('account').doUpdateSet((eb) => ({ bytes: eb('warc_accounts.bytes', '+', eb.ref('excluded.bytes')) })),
    )
    .returning('bytes'),
)

/** Opens the captures of a store whose tables are up to date. */
export function openCaptures({ store, files, clock }: Pick<Kit, 'store' | 'files' | 'clock'>): CaptureStore {
  const stored = ({ account, urlKey, isPrefix, from, to }: CaptureFilter) => {
    const own = store.db<Tables>().selectFrom('warc_captures').where('account', '=', account)
    const keyed = isPrefix
      ? own.where('url_key', '>=', urlKey).where('url_key', '<', urlKey + LAST)
      : own.where('url_key', '=', urlKey)
    return keyed.where('captured_at', '>=', from).where('captured_at', '<=', to)
  }
  /** Those that have not expired. */
  const matching = (filter: CaptureFilter) =>
    stored(filter).where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', clock.now())]))

  /** Returns the new number of bytes of the account. */
  async function drop(tx: Tx, row: CaptureRow): Promise<number> {
    // On Postgres another process may have deleted it, and subtracted its bytes.
    const isGone = (await tx.run(deleteCapture, row.id)) === 0
    const { original } = JSON.parse(row.entry) as CaptureEntry
    if (!isGone) await files.forget(tx, original ? [row.file, original.file] : [row.file])
    return Number((await tx.get(addBytes, row.account, isGone ? 0 : -row.size))!.bytes)
  }

  async function dropAll(rows: readonly CaptureRow[]): Promise<number> {
    await store.write(
      async (tx) => {
        for (const row of rows) await drop(tx, row)
      },
      { reserved: true },
    )
    return rows.length
  }

  async function dropOldest(tx: Tx, account: string, bytes: number, mostBytes: number) {
    let left = bytes
    for (const row of await tx.all(findOldest, account, DROPPED_AT_ONCE)) {
      if (left <= mostBytes) return
      left = await drop(tx, row)
    }
  }

  return {
    async add(tx, account, captures, { expiresAt, mostBytes }) {
      let total = 0
      for (const given of captures) {
        // A copy of the original's file with the same bytes, as the original may be deleted earlier.
        const copy = given.original && (await files.copy(tx, given.original.file, account, { expiresAt }))
        const capture = given.original && !copy && given.whole ? await given.whole() : given
        const { hash, bytes, urlKey, capturedAt, digest, whole: _, ...entry } = capture
        const { original } = entry
        const kept = { type: 'archive', mediaType: 'application/warc', bytes }
        const { id: file } = await files.record(tx, account, hash, kept, { expiresAt })
        const text = JSON.stringify({ ...entry, ...(copy && { original: { ...original, file: copy.id } }) })
        const payload = entry.record === 'response' ? digest : null
        const id = newId('capt', clock.now())
        const size = entry.fileSize + (original?.fileSize ?? 0)
        await tx.run(insert, id, account, urlKey, capturedAt, payload, digest, file, text, size, expiresAt)
        total = Number((await tx.get(addBytes, account, size))!.bytes)
      }
      if (mostBytes !== null && total > mostBytes) await dropOldest(tx, account, total, mostBytes)
    },

    async findOriginal(account, digest) {
      const row = await store.get(findPayload, account, digest, clock.now() + HOUR)
      return row && toCapture(row)
    },

    async nearest(filter, moment, most) {
      const before = matching({ ...filter, to: Math.min(filter.to, moment) })
      const behind = matching({ ...filter, from: Math.max(filter.from, moment + 1) })
      const rows = [
        ...(await before.selectAll().orderBy('captured_at', 'desc').limit(most).execute()),
        ...(await behind.selectAll().orderBy('captured_at').limit(most).execute()),
      ]
      return rows.map(toCapture)
    },

    async list(filter, behind, most) {
      const rows = matching(filter)
        .selectAll()
        .$if(behind !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) =>
            eb(refTuple('url_key', 'captured_at', 'id'), '>', tuple(behind!.urlKey, behind!.capturedAt, behind!.id)),
          ),
        )
        .orderBy('url_key')
        .orderBy('captured_at')
        .orderBy('id')
        .limit(most)
      return (await rows.execute()).map(toCapture)
    },

    async count(filter) {
      const query = matching(filter).select(({ fn }) => fn.countAll<number>().as('captures'))
      return Number((await query.executeTakeFirstOrThrow()).captures)
    },

    async has(filter, { urlKey, capturedAt }) {
      const isMeant = filter.isPrefix ? urlKey.startsWith(filter.urlKey) : urlKey === filter.urlKey
      if (!isMeant || capturedAt < filter.from || capturedAt > filter.to) return false
      const same = { ...filter, urlKey, isPrefix: false, from: capturedAt, to: capturedAt }
      return (await matching(same).select('id').where('payload', 'is not', null).executeTakeFirst()) !== undefined
    },

    remove: async (filter, most) => dropAll(await stored(filter).selectAll().limit(most).execute()),
    removeExpired: async (most) => dropAll(await store.all(findExpired, clock.now(), most)),
  }
}

function toCapture({ id, url_key, captured_at, digest, file, entry }: CaptureRow): Capture {
  return { ...JSON.parse(entry), id, urlKey: url_key, capturedAt: Number(captured_at), digest, file }
}
