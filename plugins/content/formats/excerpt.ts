import type { Excerpt } from 'weirjs/schemas'
import { Room } from '../budget.ts'
import { textContent } from '../tree/index.ts'
import { shownHeadings } from '../view/shown.ts'
import type { View } from '../view/view.ts'
import { toText } from './text.ts'

/** Headings that are given at most, characters of each, and nodes of an element that is taken for one. */
const MAX_HEADINGS = 200
const MAX_LENGTH = 500
const MAX_NODES = 60

/** The beginning of what a view shows, about so many characters of it, without the marks of lists. */
export function readExcerpt(view: View, length: number): Excerpt {
  const text = toText(view, new Room(length)).replace(/\n[ \t]*[-*+][ \t]/g, '\n')
  const headings: string[] = []
  for (const heading of shownHeadings(view)) {
    if (headings.length === MAX_HEADINGS) break
    if (heading.end - heading.id > MAX_NODES) continue
    const said = inOneLine(textContent(view.tree, heading).slice(0, MAX_LENGTH))
    if (said !== '') headings.push(said)
  }
  return { text: inOneLine(text), headings }
}

// A blank between words, which most are, stays as it is.
const inOneLine = (text: string): string => text.replace(/ \s+|[^\S ]\s*/g, ' ').trim()
