import { type Kit, newId, statement, type Tx } from 'weirjs'
import type { CaptureEntry, CaptureRow, Original, Tables } from './tables.ts'

/** A capture that is kept. */
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

/** A capture that is to be kept, with its records. */
export interface NewCapture extends Omit<Capture, 'id' | 'file'> {
  bytes: Uint8Array
  /** The hash under which the bytes are stored. */
  hash: string
}

/** Which captures of an account are meant. */
export interface CaptureFilter {
  account: string
  /** The key of an address, or with `isPrefix` what keys begin with. */
  urlKey: string
  isPrefix: boolean
  /** Epoch milliseconds, both included. */
  from: number
  to: number
}

export interface CaptureStore {
  /**
   * Keeps captures until a time, in epoch milliseconds; null: until they are removed. Some that have expired go with
   * it; their files go by themselves.
   */
  add(tx: Tx, account: string, captures: readonly NewCapture[], expiresAt: number | null): Promise<void>
  /** An answer with this payload, which is kept for some time yet. */
  findOriginal(account: string, digest: string): Promise<Capture | undefined>
  /** Those next to a moment: the last ones up to it and the first ones behind it. */
  nearest(filter: CaptureFilter, moment: number, most: number): Promise<Capture[]>
  /** Some in the order of their keys and times, behind one of them. */
  list(filter: CaptureFilter, behind: Capture | undefined, most: number): Promise<Capture[]>
  count(filter: CaptureFilter): Promise<number>
  /** Whether an answer that a revisit refers to is among them. */
  has(filter: CaptureFilter, original: Original): Promise<boolean>
  /** Removes some with their files; gives how many went. */
  remove(filter: CaptureFilter, most: number): Promise<number>
}

/** Milliseconds that an original is kept yet at least, as it must be there when the revisit is written. */
const HOUR = 3_600_000
/** Captures that have expired and go with those that come. */
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
    expiresAt: number | null,
  ],
  never
>((db, [id, account, url_key, captured_at, payload, digest, file, entry, expires_at]) =>
  db
    .insertInto('warc_captures')
    .values({ id, account, url_key, captured_at, payload, digest, file, entry, expires_at }),
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

const dropExpired = statement<[now: number, most: number], never>((db, [now, most]) =>
  db
    .deleteFrom('warc_captures')
    .where('id', 'in', db.selectFrom('warc_captures').select('id').where('expires_at', '<=', now).limit(most)),
)

/** Opens the captures of a store whose tables are up to date. */
export function openCaptures({ store, files, clock }: Pick<Kit, 'store' | 'files' | 'clock'>): CaptureStore {
  const matching = ({ account, urlKey, isPrefix, from, to }: CaptureFilter) => {
    const own = store.db<Tables>().selectFrom('warc_captures').where('account', '=', account)
    const keyed = isPrefix
      ? own.where('url_key', '>=', urlKey).where('url_key', '<', urlKey + LAST)
      : own.where('url_key', '=', urlKey)
    return keyed
      .where('captured_at', '>=', from)
      .where('captured_at', '<=', to)
      .where((or) => or.or([or('expires_at', 'is', null), or('expires_at', '>', clock.now())]))
  }

  return {
    async add(tx, account, captures, expiresAt) {
      await tx.run(dropExpired, clock.now(), DROPPED_AT_ONCE)
      for (const { hash, bytes, urlKey, capturedAt, digest, ...entry } of captures) {
        const kept = { type: 'archive', mediaType: 'application/warc', bytes }
        const { id: file } = await files.record(tx, account, hash, kept, { expiresAt })
        const { original } = entry
        // A file of its own with the same bytes, as the other may go before it.
        const copy = original && (await files.copy(tx, original.file, account, { expiresAt }))
        if (original && !copy) throw new Error(`The file ${original.file} has gone, which a revisit refers to`)
        const text = JSON.stringify({ ...entry, ...(copy && { original: { ...original, file: copy.id } }) })
        const payload = entry.record === 'response' ? digest : null
        const id = newId('capt', clock.now())
        await tx.run(insert, id, account, urlKey, capturedAt, payload, digest, file, text, expiresAt)
      }
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

    async remove(filter, most) {
      const captures = await this.list(filter, undefined, most)
      const ids = captures.map(({ id }) => id)
      const used = captures.flatMap(({ file, original }) => (original ? [file, original.file] : [file]))
      await store.write(
        async (tx) => {
          await files.forget(tx, used)
          await tx.db<Tables>().deleteFrom('warc_captures').where('id', 'in', ids).execute()
        },
        { reserved: true },
      )
      return captures.length
    },
  }
}

function toCapture({ id, url_key, captured_at, digest, file, entry }: CaptureRow): Capture {
  return { ...JSON.parse(entry), id, urlKey: url_key, capturedAt: Number(captured_at), digest, file }
}
