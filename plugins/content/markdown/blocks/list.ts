import { attr, type Element, hasAttr, isElement, isEmpty, TEXT } from '../../tree/index.ts'
import { writeBlock } from './block-writers.ts'
import type { Flow } from './flow.ts'

/** The largest number that CommonMark allows for an item; the least is 0. */
const MAX_NUMBER = 999_999_999

const isList = ({ name }: Element) => name === 'ul' || name === 'ol' || name === 'menu' || name === 'dir'

export const writeList = (flow: Flow, list: Element): void => {
  if (flow.inline.flat) {
    writeFlat(flow, list)
    return
  }
  flow.flush()
  const numbers = numbersOf(list)
  const write = openList(flow, { ordered: list.name === 'ol', loose: isLoose(flow, list) })
  let number = numbers.first
  for (let node = list.first; node !== null && !flow.room.isFull; node = node.next) {
    if (!flow.shows(node)) continue
    if (node.kind === TEXT) flow.inline.text(node.data)
    else if (node.name === 'li') {
      number = numberOf(node) ?? number
      write(node, number)
      number = Math.max(0, Math.min(number + numbers.step, MAX_NUMBER))
    } else if (isList(node)) write(node, null)
    else flow.element(node)
  }
  flow.flush()
  flow.blocks.close()
}

const writeFlat = (flow: Flow, element: Element): void => {
  flow.boundary()
  flow.children(element)
  flow.boundary()
}

/**
 * Writes items without a list around them; adjacent ones that belong to them form one list. Returns the last of them.
 */
export const writeStrayItems = (flow: Flow, first: Element, belongs = (_: Element) => true): Element => {
  if (flow.inline.flat) {
    if (flow.shows(first)) writeFlat(flow, first)
    return first
  }
  flow.flush()
  const write = openList(flow, { ordered: false, loose: false })
  let last = first
  for (let node = first.next; ; node = node.next) {
    if (flow.shows(last)) write(last, 1)
    while (node?.kind === TEXT && node.data.trim() === '') node = node.next
    if (!isElement(node) || node.name !== 'li' || !belongs(node)) break
    last = node
  }
  flow.blocks.close()
  return last
}

/** Opens a list. The returned function writes an item or, with null as the number, a list between the items. */
const openList = (flow: Flow, { ordered, loose }: { ordered: boolean; loose: boolean }) => {
  const { blocks, options } = flow
  // Adjacent bullet lists are read as one, as their author intends to show them; numbered lists must restart.
  const mark = ordered ? blocks.listMark('.', ')') : '-'
  blocks.open('list', '', '', { tight: !loose || options.plain, listMark: mark })
  return (element: Element, number: number | null) => {
    flow.flush()
    if (flow.footnotes.notes.has(element)) return writeBlock(flow, element)
    const marker = number === null ? (ordered ? '   ' : '  ') : ordered ? `${number}${mark} ` : `${mark} `
    blocks.open('item', marker, marker.length === 2 ? '  ' : ' '.repeat(marker.length))
    if (number === null) writeList(flow, element)
    else flow.children(element)
    flow.flush()
    // Writes an empty item only if it is intended: scripts and styles, which fill others, find lists by their
    // attributes.
    const isPlain = ordered || element.parent === null || element.parent.attrs.length === 0
    if (number !== null && isPlain && isEmpty(element)) blocks.writeEmpty()
    blocks.close()
    flow.task = false
  }
}

/** Whether a list has paragraphs in its items; it then has blank lines between them. */
const isLoose = (flow: Flow, list: Element): boolean => {
  for (let node = list.first; node !== null; node = node.next) {
    if (!isElement(node) || node.name !== 'li' || !flow.shows(node)) continue
    for (let child = node.first; child !== null; child = child.next) {
      if (isElement(child) && child.name === 'p' && flow.shows(child)) return true
    }
  }
  return false
}

const numbersOf = (list: Element): { first: number; step: number } => {
  const step = hasAttr(list, 'reversed') ? -1 : 1
  const start = wholeNumber(attr(list, 'start'))
  if (start !== null) return { first: start, step }
  if (step === 1) return { first: 1, step }
  let count = 0
  for (let node = list.first; node !== null; node = node.next) if (isElement(node) && node.name === 'li') count++
  return { first: count, step }
}

const numberOf = (item: Element): number | null => wholeNumber(attr(item, 'value'))

const wholeNumber = (text: string | null): number | null => {
  const number = text === null ? Number.NaN : Number.parseInt(text, 10)
  return number >= 0 && number <= MAX_NUMBER ? number : null
}
