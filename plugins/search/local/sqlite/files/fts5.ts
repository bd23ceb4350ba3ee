import { withoutMarks } from 'weirjs/toolkit'
import type { Syntax } from '../../match.ts'

const term: Syntax['term'] = ({ indexed, isPrefix }) =>
  `"${withoutMarks(indexed).replaceAll('"', '')}"${isPrefix ? ' *' : ''}`

/** The query syntax of FTS5. */
export const FTS5: Syntax = {
  term,
  all: (parts) => parts.map((part) => `(${part})`).join(' AND '),
  any: (parts) => parts.map((part) => `(${part})`).join(' OR '),
  without: (wanted, unwanted) => `(${wanted}) NOT (${unwanted})`,
  address: (words) => `address : ${term({ indexed: words, isPrefix: false })}`,
}
