import { BY_INSIDE } from '../../plugins/scrape/content/metadata/author/bylines.ts'
import { BETWEEN, END, ROLE } from '../../plugins/scrape/content/metadata/author/person-names.ts'
import { SEPARATOR } from '../../plugins/scrape/content/metadata/headline/index.ts'
import { writes } from '../../plugins/scrape/shell/marks.ts'

/** An expression that recheck can not call safe, and may stay. */
export interface Reviewed {
  expression: RegExp
  /** What bounds the text that it runs on, or the work that it does for each character. */
  reason: string
}

export const reviewed: readonly Reviewed[] = [
  { expression: BY_INSIDE, reason: 'Its lines have less than 160 characters.' },
  { expression: END, reason: 'Its lines have 2,000 characters at most, and no white space but single blanks.' },
  { expression: BETWEEN, reason: 'Its lines have 2,000 characters at most, and no white space but single blanks.' },
  { expression: ROLE, reason: 'It is asked of 200 characters.' },
  { expression: SEPARATOR, reason: 'It parts titles of 400 characters at most, three on a page.' },
  { expression: writes, reason: 'Its one repetition has a bound: six names of 60 characters.' },
  {
    expression: /[.\u00b7\u2026_](?:\s?[.\u00b7\u2026_]){3,}\s*\S{0,8}$/,
    reason: 'pdf/blocks/groups.ts gives it the last 300 characters of a line',
  },
  {
    expression: /([\p{L}\p{M}]{1,40})([-\u00ad\u2010])$/u,
    reason: 'pdf/text/spans.ts gives it the last 42 characters of a text',
  },
]
