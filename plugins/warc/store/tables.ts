import type { Migration } from 'weirjs'

/** The position of a record in a file. */
export interface RecordPlace {
  offset: number
  /** In bytes, compressed. */
  length: number
}

/** The response that a revisit refers to. */
export interface Original {
  urlKey: string
  /** Epoch milliseconds. */
  capturedAt: number
  /** A file that belongs to the revisit, with a copy of its records. */
  file: string
  /** The bytes of the first record. */
  length: number
  /** The bytes of the file. */
  fileSize: number
}

/** The properties of a capture. */
export interface CaptureEntry {
  /** Without a fragment. */
  url: string
  /** The type of its first record, which indexes refer to. */
  record: 'response' | 'revisit' | 'resource'
  status: number
  /** Without parameters. */
  mediaType: string
  /** The bytes of its file, which contains only its records. */
  fileSize: number
  /** The bytes of the first record. */
  length: number
  /** The record of the rendered page. */
  rendered?: RecordPlace
  /** Only for a revisit: the response with the same payload. */
  original?: Original
  /** True for the page itself, false for a redirect on the way to it. */
  isPage: boolean
  title?: string
}

/** A capture as a row: columns for searching, and the rest as JSON. */
export interface CaptureRow {
  /** `capt_…` */
  id: string
  account: string
  url_key: string
  /** Epoch milliseconds. */
  captured_at: number
  /** The digest of the captured content. */
  digest: string
  /** The digest again, if revisits may refer to this capture. */
  payload: string | null
  file: string
  entry: string
  /** The bytes that count for the account: of its file and of the original's copy. */
  size: number
  /** Epoch milliseconds; null: never. */
  expires_at: number | null
}

export interface Tables {
  warc_captures: CaptureRow
  /** The bytes of all captures of each account. */
  warc_accounts: { account: string; bytes: number }
}

export const migrations: readonly Migration[] = [
  {
    name: '001-captures',
    async up(db) {
      await db.schema
        .createTable('warc_captures')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('url_key', 'text', (column) => column.notNull())
        .addColumn('captured_at', 'bigint', (column) => column.notNull())
        .addColumn('digest', 'text', (column) => column.notNull())
        .addColumn('payload', 'text')
        .addColumn('file', 'text', (column) => column.notNull())
        .addColumn('entry', 'text', (column) => column.notNull())
        .addColumn('size', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint')
        .execute()
      const index = (name: string, columns: readonly (keyof CaptureRow)[]) =>
        db.schema
          .createIndex(`warc_captures_${name}`)
          .on('warc_captures')
          .columns([...columns])
          .execute()
      await index('url_key', ['account', 'url_key', 'captured_at', 'id'])
      await index('age', ['account', 'captured_at'])
      await index('payload', ['account', 'payload'])
      await index('expires_at', ['expires_at'])
      await db.schema
        .createTable('warc_accounts')
        .addColumn('account', 'text', (column) => column.primaryKey())
        .addColumn('bytes', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
]
