import { tag } from './markup.ts'

/** Footnotes and endnotes, numbered as they are referred to. */
export interface Notes {
  /** The mark in the text of the note with this id. */
  mark: (id: string) => string
  /** All notes that were referred to; `read` gives the HTML of one, and may refer to others. */
  write: (read: (id: string) => string) => string
}

/** A file that refers to more is not a text to be read. */
const MAX_NOTES = 20_000

/** Numbers the notes of one document. */
export function createNotes(): Notes {
  const numbers = new Map<string, number>()
  /** Of the references behind the first, by the number: one text, however many there are. */
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
    // A map that grows while it is walked is walked to its end.
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
