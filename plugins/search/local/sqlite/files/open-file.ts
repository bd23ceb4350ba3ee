import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** The weights of words in the title, the headings, the text and the URL. */
export const WEIGHTS = [10, 3, 1, 2] as const

/** Milliseconds that a batch waits for a search of the same file, and vice versa. */
const BUSY_TIMEOUT = 5000

/** The size of SQLite's pages in bytes: each part of the index has a little of a word. */
const PAGE_SIZE = 8192

/** The version of the file format; files with another one are rebuilt. */
const FORM = 2

const SCHEMA = [
  `pragma user_version = ${FORM}`,
  // Has one row.
  'create table state (revision text not null, before text)',
  'create table pages (id integer primary key, host text not null, language text, country text)',
  // Without the text itself, which is in the store.
  `create virtual table words using fts5(
    title, headings, text, address, content='', contentless_delete=1,
    tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
  )`,
  // Each batch becomes a segment of the index. Merging to few segments makes indexing slower, having many makes
  // searches slower.
  "insert into words (words, rank) values ('hashsize', 8388608)",
  "insert into words (words, rank) values ('automerge', 8)",
  `insert into words (words, rank) values ('pgsz', ${PAGE_SIZE - 64})`,
]

/**
 * Opens the word index of a partition: a file of its own, which is rebuilt from the store whenever it does not match.
 */
export function openFile(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  try {
    // After a crash, an unfinished write is rolled back. A greater loss costs time to rebuild, but no page.
    for (const pragma of [`busy_timeout = ${BUSY_TIMEOUT}`, 'journal_mode = TRUNCATE', 'synchronous = NORMAL'])
      db.exec(`PRAGMA ${pragma}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Creates an empty file, replacing an existing one. */
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

/** The last batch written, and the one before it. */
export interface FileState {
  revision: string
  before: string | null
}

export const stateOf = (db: DatabaseSync) =>
  db
    .prepare('select revision, before from state where (select user_version from pragma_user_version) = ?')
    .get(FORM) as unknown as FileState | undefined

/**
 * Whether a file matches the store's revision. It may be one batch ahead, if a crash came before the store recorded
 * it. A lost file, or one from another time than a restored store, does not match.
 */
export const isKnownAs = (state: FileState | undefined, revision: string): boolean =>
  state !== undefined && (state.revision === revision || state.before === revision)

/** Whether SQLite's error means that the file is invalid, damaged or incomplete. */
export const isUnusable = (error: unknown) =>
  error instanceof Error &&
  /^(?:file is not a database|database disk image is malformed|no such table)/.test(error.message)
