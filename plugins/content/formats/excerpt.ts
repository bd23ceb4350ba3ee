import type { Excerpt } from 'weirjs/schemas'
import { isIcon } from '../clean/icon.ts'
import { isSpokenTwin } from '../clean/spoken-twin.ts'
import { BLOCK, type Element, isElement, textContent, wordless } from '../tree/index.ts'
import { isPermalink } from '../view/permalink.ts'
import { isSeam, mayMeetApart, raisesNumber, standsApart } from '../view/seam.ts'
import { isGone, partsText, shownHeadings } from '../view/shown.ts'
import type { View } from '../view/view.ts'
import { evenSpaces, withoutInvisible, withoutWraps } from '../white-space.ts'

/** The most headings, the most characters of each, and the most nodes of a heading. */
const MAX_HEADINGS = 200
const MAX_LENGTH = 500
const MAX_NODES = 60

/** The beginning of what a view shows, about `length` characters on one line, and its headings. */
export function readExcerpt(view: View, length: number): Excerpt {
  const headings: string[] = []
  for (const heading of shownHeadings(view)) {
    if (headings.length === MAX_HEADINGS) break
    if (heading.end - heading.id > MAX_NODES) continue
    const said = evenSpaces(textOfHeading(view, heading).slice(0, MAX_LENGTH)).trim()
    if (said !== '') headings.push(said)
  }
  return { text: textOf(view, length), headings }
}

const textOfHeading = (view: View, heading: Element): string =>
  textContent(
    view.tree,
    heading,
    (node) => isGone(view, node) || (isElement(node) && node.name === 'a' && isPermalink(view.tree, node, heading)),
  )

/** Annotations of formulas, which repeat them. */
const annotations = new Set(['annotation', 'annotation-xml'])
/** Elements that separate texts as blocks do. */
const parting = new Set(['br', 'button', 'img', 'label'])

/**
 * Reads the text in one pass over the nodes: the format `text` takes three times as long, and a search only needs
 * words.
 */
function textOf(view: View, length: number): string {
  const { nodes } = view.tree
  const line = new OneLine()
  for (const root of view.roots) {
    const blockEnds: number[] = []
    let blockEnd = root.end
    line.gap()
    for (let id = root.id; id <= root.end && line.length < length; id++) {
      const node = nodes[id]!
      while (id > blockEnd) {
        blockEnd = blockEnds.pop()!
        line.gap()
      }
      if (isGone(view, node)) {
        if (!isElement(node)) continue
        if (partsText(view, node)) line.gap()
        id = node.end
      } else if (!isElement(node)) {
        if (standsApart(node)) line.gap()
        else if (mayMeetApart(node)) line.seam()
        line.add(node.data, length - line.length)
      } else if (isWordless(node, view)) {
        line.gap()
        id = node.end
      } else if ((node.tag.flags & BLOCK) !== 0 || parting.has(node.name)) {
        line.gap()
        blockEnds.push(blockEnd)
        blockEnd = node.end
      } else if (node.name === 'sup' && raisesNumber(node)) line.add('^', 1)
      else if (standsApart(node)) line.gap()
      else if (mayMeetApart(node)) line.seam()
    }
  }
  return line.toString()
}

const isWordless = (element: Element, { tree, marks }: View) =>
  wordless.has(element.name) ||
  annotations.has(element.name) ||
  isIcon(element) ||
  isSpokenTwin(element, marks) ||
  (element.name === 'a' && isPermalink(tree, element, null))

/** Cuts a text after its leading white space, which may be long and counts as one blank. */
const cutOf = (data: string, most: number) => {
  const text = data.trimStart()
  return `${text.length < data.length ? ' ' : ''}${text.slice(0, most)}`
}

/** Builds a text on one line, with white space collapsed. */
class OneLine {
  #text = ''
  /** Its last two characters. */
  #end = ''
  #hasGap = false
  #hasSeam = false

  get length(): number {
    return this.#text.length
  }

  /** Separates what follows. */
  gap(): void {
    this.#hasGap = true
  }

  /** Separates what follows if the texts would otherwise run together. */
  seam(): void {
    this.#hasSeam = true
  }

  /** Adds a text, or the beginning of one that is longer than `most`. */
  add(data: string, most: number): void {
    const even = evenSpaces(withoutWraps(data.length > most ? cutOf(data, most) : data))
    const text = even.trim()
    if (text === '') {
      this.#hasGap ||= even !== ''
      return
    }
    const isApart = this.#hasGap || even.startsWith(' ') || (this.#hasSeam && this.#isSeamBefore(text))
    this.#text += isApart && this.#text !== '' ? ` ${text}` : text
    this.#end = text.slice(-2)
    this.#hasGap = even.endsWith(' ')
    this.#hasSeam = false
  }

  #isSeamBefore(text: string): boolean {
    const [before, last] = [this.#end.charCodeAt(this.#end.length - 2), this.#end.charCodeAt(this.#end.length - 1)]
    return isSeam(before, last, text.charCodeAt(0), text.charCodeAt(1))
  }

  toString(): string {
    return withoutInvisible(this.#text)
  }
}
