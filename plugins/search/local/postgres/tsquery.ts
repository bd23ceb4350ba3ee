import type { Syntax } from '../match.ts'
import { lexeme, wordsOf } from './tsvector.ts'

/**
 * The query language of Postgres, for the pages of a partition. Words are letters and digits, so none needs escaping.
 */
export function tsquery(partition: number): Syntax {
  const phrase = (text: string, label: string) =>
    wordsOf(text)
      .map((word) => `'${lexeme(partition, word)}'${label}`)
      .join(' <-> ') || `'${lexeme(partition, '')}'`
  return {
    term: ({ indexed, isPrefix }) => `(${phrase(indexed, isPrefix ? ':*' : '')})`,
    all: (parts) => parts.map((part) => `(${part})`).join(' & '),
    any: (parts) => parts.map((part) => `(${part})`).join(' | '),
    without: (wanted, unwanted) => `(${wanted}) & !(${unwanted})`,
    address: (words) => `(${phrase(words, ':C')})`,
  }
}
