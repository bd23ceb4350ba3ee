import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** How much words count in each column: title, headings, text, and those of the address. */
export const WEIGHTS = [10, 3, 1, 2] as const

/** Milliseconds that a batch waits for a search of the same file to end, and the other way round. */
const BUSY_TIMEOUT = 5000

/** Bytes that are read at a time: a word takes some of each part of the index. */
const PAGE_SIZE = 8192

/** How words are written into a file; one that was written in another way is made again. */
const FORM = 1

const SCHEMA = [
  `pragma user_version = ${FORM}`,
  // Of one row.
  'create table state (revision text not null, before text)',
  'create table pages (id integer primary key, host text not null, language text, country text)',
  // Without the text itself, which the store has.
  `create virtual table words using fts5(
    title, headings, text, address, content='', contentless_delete=1,
    tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co M*'"
  )`,
  // A batch becomes one part of the index. With few parts a page costs more to index, with many a word more to find.
  "insert into words (words, rank) values ('hashsize', 8388608)",
  "insert into words (words, rank) values ('automerge', 8)",
  `insert into words (words, rank) values ('pgsz', ${PAGE_SIZE - 64})`,
]

/** The words of a partition's pages: a file of its own, made again from the store wherever it does not fit that. */
export function openFile(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  try {
    // Whatever a crash leaves behind is rolled back; a loss beyond that costs time, and no page.
    for (const pragma of [`busy_timeout = ${BUSY_TIMEOUT}`, 'journal_mode = TRUNCATE', 'synchronous = NORMAL'])
      db.exec(`PRAGMA ${pragma}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Makes an empty file in place of what is there. */
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

/** The batch that was written last, and the one before it. */
export interface FileState {
  revision: string
  before: string | null
}

export const stateOf = (db: DatabaseSync) =>
  db
    .prepare('select revision, before from state where (select user_version from pragma_user_version) = ?')
    .get(FORM) as unknown as FileState | undefined

/**
 * Whether a file is what the store takes it for: it may be a batch ahead, of which a crash let the store hear
 * nothing. One that was lost, or that is of another time than a store that was put back, is not.
 */
export const isKnownAs = (state: FileState | undefined, revision: string): boolean =>
  state !== undefined && (state.revision === revision || state.before === revision)

/** Whether SQLite says of the file that it is none, is broken, or was never finished. */
export const isUnusable = (error: unknown) =>
  error instanceof Error &&
  /^(?:file is not a database|database disk image is malformed|no such table)/.test(error.message)
