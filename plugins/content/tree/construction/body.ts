import { joined, NONE } from '../attributes.ts'
import { Element } from '../node.ts'
import {
  CLOSES_P,
  FORMATTING,
  HEAD,
  HEADING,
  knownTag,
  SCOPE,
  SPECIAL,
  TABLE_PART,
  type TagInfo,
  tagOf,
} from '../tags.ts'
import { adopt } from './adoption.ts'
import type { Construction } from './construction.ts'
import { HTML_NS, MATH_NS, SVG_NS } from './open-elements.ts'
import { endTablePart, isBetweenCells, startTablePart } from './table-parts.ts'

const known = (name: string): TagInfo => knownTag(name)!
const P = known('p')
const TABLE = known('table')
const TEMPLATE = known('template')
const LI = known('li')
const DD = known('dd')
const DT = known('dt')
const BUTTON = known('button')
const SELECT = known('select')
const RTC = tagOf('rtc')

/** Adds the attributes that an element does not have yet: a second `<body>` adds to the first. */
export const merge = (element: Element, attrs: readonly string[]): void => {
  element.attrs = joined(element.attrs, attrs)
}

/** Handles a start tag in the body. Source: the HTML standard, "the 'in body' insertion mode". */
export const startInBody = (tree: Construction, tag: TagInfo, attrs: readonly string[], selfClosing: boolean): void => {
  const { flags } = tag
  if ((flags & TABLE_PART) !== 0) startTablePart(tree, tag, attrs)
  else if ((flags & CLOSES_P) !== 0) startBlock(tree, tag, attrs)
  else if ((flags & FORMATTING) !== 0) startFormatting(tree, tag, attrs)
  else if (flags !== 0) startOther(tree, tag, attrs)
  else {
    const namespace = tag.name === 'svg' ? SVG_NS : tag.name === 'math' ? MATH_NS : HTML_NS
    tree.reopen()
    tree.push(tag, attrs, namespace, selfClosing && namespace !== HTML_NS)
  }
}

const startBlock = (tree: Construction, tag: TagInfo, attrs: readonly string[]): void => {
  const { open } = tree
  switch (tag.name) {
    case 'li':
      closeItem(tree, LI, LI)
      break
    case 'dd':
    case 'dt':
      closeItem(tree, DD, DT)
      break
    case 'form':
      if (tree.form !== null && open.count(TEMPLATE) === 0) return
      if (tree.isInTable) {
        tree.place(new Element(tag, attrs))
        return
      }
      break
    case 'table':
      if (isBetweenCells(tree)) open.popThrough(TABLE)
      break
  }
  closeParagraph(tree)
  if ((tag.flags & HEADING) !== 0 && (open.current.tag.flags & HEADING) !== 0) open.pop()
  tree.push(tag, attrs)
  if (tag.name === 'form' && open.count(TEMPLATE) === 0) tree.form = open.current
}

const startFormatting = (tree: Construction, tag: TagInfo, attrs: readonly string[]): void => {
  const { open, formatting } = tree
  if (tag.name === 'a' || tag.name === 'nobr') {
    const before = formatting.find(tag.name)
    if (before !== null) {
      adopt(tree, tag)
      formatting.remove(before)
      open.remove(before)
    }
  }
  tree.reopen()
  if (tree.push(tag, attrs)) formatting.add(open.current)
}

const startOther = (tree: Construction, tag: TagInfo, attrs: readonly string[]): void => {
  const { open, formatting } = tree
  switch (tag.name) {
    case 'html':
      merge(tree.html, attrs)
      return
    case 'body':
      merge(tree.body, attrs)
      return
    case 'head':
      return
    case 'button':
      if (open.isInScope(BUTTON)) {
        open.closeImplied(null)
        open.popThrough(BUTTON)
      }
      break
    case 'select':
      if (open.isInScope(SELECT)) {
        open.popThrough(SELECT)
        return
      }
      break
    case 'input':
    case 'textarea':
      if (open.isInScope(SELECT)) open.popThrough(SELECT)
      break
    case 'optgroup':
    case 'option':
      if (open.current.name === 'option') open.pop()
      if (tag.name === 'optgroup' && open.current.name === 'optgroup') open.pop()
      break
    case 'rb':
    case 'rtc':
      open.closeImplied(null)
      break
    case 'rt':
    case 'rp':
      open.closeImplied(RTC)
      break
    case 'template':
      if (tree.push(tag, attrs)) formatting.mark()
      return
    case 'applet':
    case 'marquee':
    case 'object':
      tree.reopen()
      if (tree.push(tag, attrs)) formatting.mark()
      return
  }
  if ((tag.flags & HEAD) === 0) tree.reopen()
  tree.push(tag, attrs)
}

/** Handles an end tag in the body. */
export const endInBody = (tree: Construction, tag: TagInfo): void => {
  const { open, formatting } = tree
  const { flags, name } = tag
  if (tag.code !== 0 && open.count(tag) === 0 && (flags & (HEADING | FORMATTING)) === 0) {
    endOfNothing(tree, tag)
    return
  }
  if ((flags & FORMATTING) !== 0) adopt(tree, tag)
  else if ((flags & TABLE_PART) !== 0 || tag === TABLE) endTablePart(tree, tag)
  else if ((flags & HEADING) !== 0) endHeading(tree)
  else if (tag === P) {
    if (open.isInScope(P, 'button')) closeParagraph(tree)
    else endOfNothing(tree, tag)
  } else if (name === 'form') endForm(tree, tag)
  else if (name === 'body' || name === 'html') return
  else if (tag === LI) endBlock(tree, tag, 'list')
  else if (tag === TEMPLATE) {
    open.popThrough(tag)
    formatting.clearToMarker()
  } else if ((flags & (SPECIAL | CLOSES_P)) !== 0) {
    if (endBlock(tree, tag, 'none') && (flags & SCOPE) !== 0) formatting.clearToMarker()
  } else open.endAny(tag)
}

/** Handles an end tag without a start tag: `</p>` and `</br>` create an element, others nothing. */
const endOfNothing = (tree: Construction, tag: TagInfo): void => {
  if (tree.isFull) return
  if (tag === P) {
    tree.push(P, NONE)
    tree.open.pop()
  } else if (tag.name === 'br') {
    tree.reopen()
    tree.push(tag, NONE)
  }
}

const endBlock = ({ open }: Construction, tag: TagInfo, bound: 'none' | 'list'): boolean => {
  if (!open.isInScope(tag, bound)) return false
  open.closeImplied(tag)
  open.popThrough(tag)
  return true
}

/** The end tag of any heading ends any heading. */
const endHeading = ({ open }: Construction): void => {
  for (let i = open.length - 1; i > 0; i--) {
    const flags = open.flagsAt(i)
    if ((flags & HEADING) !== 0) {
      open.popTo(i)
      return
    }
    if ((flags & SCOPE) !== 0) return
  }
}

/** `</form>` closes only the form; elements open inside it stay open. */
const endForm = (tree: Construction, tag: TagInfo): void => {
  const { open, form } = tree
  if (open.count(TEMPLATE) > 0) {
    endBlock(tree, tag, 'none')
    return
  }
  tree.form = null
  if (form === null || !open.isInScope(tag)) return
  open.closeImplied(null)
  open.remove(form)
}

/** A block ends the open paragraph. */
const closeParagraph = ({ open }: Construction): void => {
  if (open.count(P) === 0 || !open.isInScope(P, 'button')) return
  open.closeImplied(P)
  open.popThrough(P)
}

/** A list item ends the one before it, unless another block is open in between. */
const closeItem = ({ open }: Construction, one: TagInfo, other: TagInfo): void => {
  if (open.count(one) === 0 && open.count(other) === 0) return
  for (let i = open.length - 1; i > 0; i--) {
    const { tag, name } = open.at(i)
    if (tag === one || tag === other) {
      open.popTo(i)
      return
    }
    if ((open.flagsAt(i) & SPECIAL) !== 0 && name !== 'address' && name !== 'div' && name !== 'p') return
  }
}
