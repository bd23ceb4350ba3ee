import type { Span } from '../model.ts'
import { joinLines, type Vocabulary } from './spans.ts'

/** Leader dots before a number. */
const LEADER = /[.\u00b7\u2026_](?:\s?[.\u00b7\u2026_]){3,}\s*\S{0,8}$/
/** Further numbers of pages, as in an index. */
const MORE_PAGES = /(?:, ?\d{1,5}){1,9}$/
/** Characters at the end of a line that are searched. */
const LEADER_LENGTH = 300

/** Whether a line ends with leader dots and a number, as in a table of contents. */
export const isLed = (text: string): boolean =>
  LEADER.test(text.trimEnd().slice(-LEADER_LENGTH).replace(MORE_PAGES, ''))

const NO_WORDS: Vocabulary = { has: () => false }

/** Text with its leader dots replaced by a space, even if the dots are in a font of their own. */
export function withoutLeader(spans: readonly Span[]): Span[] {
  const kept = spans.map((span) => ({ ...span, text: span.text.replace(/(?:\s?[.·…_]){4,}\s*/, ' ') }))
  return joinLines([kept], NO_WORDS)
}
