import type { DatabaseSync } from 'node:sqlite'
import { withoutMarks } from 'weirjs/toolkit'
import type { PageWords } from '../../page-index.ts'
import { addressWords, toIndex } from '../../words.ts'
import { isKnownAs, isUnusable, makeFile, openFile, stateOf } from './open-file.ts'

export interface Batch {
  file: string
  /** The file's revision according to the store; null: the file must be created. */
  from: string | null
  /** The file's revision with this batch. */
  to: string
  pages: readonly PageWords[]
  /** Ids of removed pages. */
  dropped: readonly number[]
}

/**
 * Writes a batch into its file; `unknown` if the file is not at the store's revision. Writing a batch twice has the
 * same effect as once.
 */
export function writeBatch(batch: Batch): 'written' | 'unknown' {
  const { file, from } = batch
  let db: DatabaseSync | undefined
  try {
    db = from === null ? makeFile(file) : openFile(file)
    const state = stateOf(db)
    if (from !== null && !isKnownAs(state, from)) return 'unknown'
    write(db, batch, from !== null && state?.revision !== from)
    return 'written'
  } catch (error) {
    if (from !== null && isUnusable(error)) return 'unknown'
    throw error
  } finally {
    db?.close()
  }
}

function write(db: DatabaseSync, { from, to, pages, dropped }: Batch, isAgain: boolean): void {
  db.exec('BEGIN IMMEDIATE')
  // A batch that was written before a crash, but not recorded in the store, is written again.
  const gone = isAgain ? [...dropped, ...pages.map(({ id }) => id)] : dropped
  const dropPage = db.prepare('delete from pages where id = ?')
  const dropWords = db.prepare('delete from words where rowid = ?')
  for (const id of gone) {
    dropPage.run(id)
    dropWords.run(id)
  }
  const addPage = db.prepare('insert into pages (id, host, language, country) values (?, ?, ?, ?)')
  const addWords = db.prepare('insert into words (rowid, title, headings, text, address) values (?, ?, ?, ?, ?)')
  for (const { id, url, host, title, headings, text, language, country } of pages) {
    addPage.run(id, host, language, country)
    // SQLite removes the marks of Latin letters only.
    const parts = [title, headings, text, addressWords(url)].map((part) => withoutMarks(toIndex(part)))
    addWords.run(id, ...parts)
  }
  db.exec('delete from state')
  db.prepare('insert into state (revision, before) values (?, ?)').run(to, from)
  db.exec('COMMIT')
}
