import { Room } from '../budget.ts'
import { CUT } from '../clean/visibility.ts'
import { HEADING, isElement } from '../tree/index.ts'
import type { View } from '../view/view.ts'
import { BEGINNING, firstSentences } from './first-sentences.ts'
import { toText } from './text.ts'

/** The first sentences of what a view shows, without its headings, on one line. */
export function summaryOf(view: View): string {
  const marks = view.marks.slice()
  for (const node of view.tree.nodes) if (isElement(node) && (node.tag.flags & HEADING) !== 0) marks[node.id]! |= CUT
  return summaryOfText(toText({ ...view, marks }, new Room(BEGINNING)))
}

/** The same for a text. */
export const summaryOfText = (text: string): string =>
  firstSentences(text.slice(0, BEGINNING).replace(/\s+/g, ' ').trim())
