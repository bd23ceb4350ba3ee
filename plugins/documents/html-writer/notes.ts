import { tag } from './markup.ts'

/** Footnotes and endnotes, numbered in the order of their references. */
export interface Notes {
  /** The reference mark of the note with this id. */
  mark: (id: string) => string
  /** Writes all notes with references. `read` returns the HTML of a note, and may add references to further ones. */
  write: (read: (id: string) => string) => string
}

/** Maximum of notes. */
const MAX_NOTES = 20_000

/** Creates the numbering of a document's notes. */
export function createNotes(): Notes {
  const numbers = new Map<string, number>()
  /** The marks of repeated references by number, so that they share one string. */
  const repeated = new Map<number, string>()
  const mark = (id: string): string => {
    if (numbers.size >= MAX_NOTES) return ''
    const known = numbers.get(id)
    if (known === undefined) {
      numbers.set(id, numbers.size + 1)
      return markOf(numbers.size, `fnref${numbers.size}`)
    }
    const written = repeated.get(known) ?? markOf(known)
    repeated.set(known, written)
    return written
  }
  const write = (read: (id: string) => string): string => {
    const items: string[] = []
    // Iterating a Map includes entries that are added meanwhile.
    for (const [id, number] of numbers) {
      const back = tag('a', '↩', { href: `#fnref${number}`, role: 'doc-backlink' })
      items.push(tag('li', `${read(id)} ${back}`, { id: `fn${number}` }))
    }
    return items.length === 0 ? '' : tag('section', tag('ol', items.join('\n')), { role: 'doc-endnotes' })
  }
  return { mark, write }
}

const markOf = (number: number, id?: string): string =>
  tag('sup', tag('a', String(number), { href: `#fn${number}`, id, role: 'doc-noteref' }))
