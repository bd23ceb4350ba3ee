import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** The weights of words in each column: title, headings, text, and URL. */
export const WEIGHTS = [10, 3, 1, 2] as const

/** Milliseconds that a batch waits for a search of the same file to end, and vice versa. */
const BUSY_TIMEOUT = 5000

/** Bytes that are read at a time: a word takes up a bit of each part of the index. */
const PAGE_SIZE = 8192

/** The format version of the words in a file; a file with another one is rebuilt. */
const FORM = 1

const SCHEMA = [
  `pragma user_version = ${FORM}`,
  // A single row.
  'create table state (revision text not null, before text)',
  'create table pages (id integer primary key, host text not null, language text, country text)',
  // Without the text itself, which is in the store.
  `create virtual table words using fts5(
    title, headings, text, address, content='', contentless_delete=1,
    tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
  )`,
  // A batch becomes one segment of the index. With few segments, indexing a page costs more; with many, finding a
  // word does.
  "insert into words (words, rank) values ('hashsize', 8388608)",
  "insert into words (words, rank) values ('automerge', 8)",
  `insert into words (words, rank) values ('pgsz', ${PAGE_SIZE - 64})`,
]

/** The words of a partition's pages: a separate file, rebuilt from the store whenever it does not match it. */
export function openFile(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  try {
    // A crash is rolled back; a loss beyond that costs time, but no page.
    for (const pragma of [`busy_timeout = ${BUSY_TIMEOUT}`, 'journal_mode = TRUNCATE', 'synchronous = NORMAL'])
      db.exec(`PRAGMA ${pragma}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Creates an empty file, replacing what is there. */
export function makeFile(file: string): DatabaseSync {
  for (const ending of ['', '-journal']) rmSync(file + ending, { force: true })
  const db = openFile(file)
  try {
    db.exec(`PRAGMA page_size = ${PAGE_SIZE}`)
    for (const statement of SCHEMA) db.exec(statement)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** The batch that was written last, and the previous one. */
export interface FileState {
  revision: string
  before: string | null
}

export const stateOf = (db: DatabaseSync) =>
  db
    .prepare('select revision, before from state where (select user_version from pragma_user_version) = ?')
    .get(FORM) as unknown as FileState | undefined

/**
 * Whether a file has the version that the store expects. It may be one batch ahead, if a crash kept the store from
 * recording it. A file that was lost and rebuilt, or of another time than a restored store, does not match.
 */
export const isKnownAs = (state: FileState | undefined, revision: string): boolean =>
  state !== undefined && (state.revision === revision || state.before === revision)

/** Whether SQLite reports that the file is not a database, is corrupted, or was never finished. */
export const isUnusable = (error: unknown) =>
  error instanceof Error &&
  /^(?:file is not a database|database disk image is malformed|no such table)/.test(error.message)
