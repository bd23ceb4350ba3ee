import type { Migration } from 'weirjs'

/** Where a record stands in a file. */
export interface RecordPlace {
  offset: number
  /** Bytes, compressed. */
  length: number
}

/** An answer that a revisit refers to. */
export interface Original {
  urlKey: string
  /** Epoch milliseconds. */
  capturedAt: number
  /** A file of the revisit's own with its records. */
  file: string
  /** Bytes of the first record. */
  length: number
  /** Bytes of the file. */
  fileSize: number
}

/** What is told of a capture. */
export interface CaptureEntry {
  /** Without a fragment. */
  url: string
  /** What its first record is: the one that indexes lead to. */
  record: 'response' | 'revisit' | 'resource'
  status: number
  /** Without parameters. */
  mediaType: string
  /** Bytes of its file, in which all of its records are, and nothing else. */
  fileSize: number
  /** Bytes of the first record. */
  length: number
  /** What a browser made of it. */
  rendered?: RecordPlace
  /** Of a revisit: the answer with the same payload. */
  original?: Original
  /** Of the page itself, as opposed to a redirect on the way to it. */
  isPage: boolean
  title?: string
}

/** A capture as the table has it: columns for what is searched by, the rest as JSON. */
export interface CaptureRow {
  /** `capt_…` */
  id: string
  account: string
  url_key: string
  /** Epoch milliseconds. */
  captured_at: number
  /** Of what was captured. */
  digest: string
  /** The digest again, where revisits may refer to this one. */
  payload: string | null
  file: string
  entry: string
  /** Bytes that count for the account: of its file, and of that which it refers to. */
  size: number
  /** Epoch milliseconds; null: kept until it is deleted. */
  expires_at: number | null
}

export interface Tables {
  warc_captures: CaptureRow
  /** What the captures of an account take together. */
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
