import { detach, insertBefore } from '../link-nodes.ts'
import { ELEMENT, Element, type Node } from '../node.ts'
import { knownTag, tagOf } from '../tags.ts'
import { attr } from '../walk.ts'
import { type Construction, MAX_DEPTH } from './construction.ts'

const SCRIPT = knownTag('script')
const COMMENT = tagOf('#comment')

/** The comments before and after a part that React waits for, or might wait for. */
const starts = new Set(['$', '$?', '$~', '$!', '&'])
const ends = new Set(['/$', '/&'])

/** A part replaces its fallback with `$RC` and `$RR`; with `$RS` there is no fallback. */
const call = /\$R([CRS])\("([^"\\]+)","([^"\\]+)"/g

/**
 * The most nodes examined, as a multiple of the tree's nodes, before no more parts are moved; parts are nested only a
 * few deep.
 */
const MAX_LOOKS = 10

/** Whether a page may have streamed parts. */
export const mayBeStreamed = (source: string): boolean => source.includes('$RC') || source.includes('$RS(')

/** Whether a comment bounds a place. */
export const isMark = (comment: string): boolean => comment.length <= 2 && (starts.has(comment) || ends.has(comment))

/** An element that represents such a comment until `placeStreamed` removes it. */
export const markOf = (comment: string): Element => new Element(COMMENT, ['data', comment])

/**
 * Moves the parts that React has streamed to where the page's own scripts would put them. For what the server still
 * waits for, it sends a placeholder and a fallback, `<!--$?--><template id="B:0"></template>…<!--/$-->`; the part
 * itself follows hidden at the end of the page, `<div hidden id="S:0">…</div><script>$RC("B:0","S:0")</script>`.
 * Source: react-dom, ReactDOMFizzInstructionSetShared.js.
 */
export function placeStreamed(tree: Construction): void {
  const { byId, endOf, scripts } = survey(tree)
  let looks = MAX_LOOKS * tree.size
  for (const [, kind, first, second] of callsOf(scripts)) {
    const isPiece = kind === 'S'
    const placeholder = byId.get(isPiece ? second! : first!)
    const part = byId.get(isPiece ? first! : second!)
    if (!placeholder?.parent || !part?.parent) continue
    const { height, size } = measure(part)
    looks -= size
    if (looks < 0) break
    if (!fits(placeholder.parent, part, height)) continue
    const end = !isPiece && isElement(placeholder.prev) ? endOf.get(placeholder.prev) : undefined
    if (end) while (placeholder.next !== end) detach(placeholder.next!)
    for (let node = part.first; node !== null; node = part.first) {
      detach(node)
      insertBefore(node, placeholder)
    }
    detach(placeholder)
    detach(part)
  }
  cleanUp(tree)
}

const isElement = (node: Node | null): node is Element => node?.kind === ELEMENT

function* callsOf(scripts: readonly string[]) {
  for (const script of scripts) yield* script.matchAll(call)
}

/**
 * The elements by id, without `html`, `head` and `body`; the end marker of each start marker; and the code of
 * scripts.
 */
function survey({ root, html, head, body }: Construction) {
  const byId = new Map<string, Element>()
  const endOf = new Map<Element, Element>()
  const begun = new Map<Element, Element[]>()
  const scripts: string[] = []
  for (let node: Node | null = root; node !== null; node = following(node)) {
    if (node.kind !== ELEMENT) continue
    if (node.tag === COMMENT) {
      const open = begun.get(node.parent!) ?? []
      begun.set(node.parent!, open)
      if (starts.has(node.attrs[1]!)) open.push(node)
      else if (open.length > 0) endOf.set(open.pop()!, node)
    } else if (node.tag === SCRIPT) {
      if (node.first !== null && node.first.kind !== ELEMENT) scripts.push(node.first.data)
    } else if (node !== html && node !== head && node !== body) {
      const id = attr(node, 'id')
      if (id !== null && !byId.has(id)) byId.set(id, node)
    }
  }
  return { byId, endOf, scripts }
}

/** The next node in document order. */
function following(node: Node): Node | null {
  if (node.kind === ELEMENT && node.first !== null) return node.first
  for (let each: Node | null = node; each !== null; each = each.parent) if (each.next !== null) return each.next
  return null
}

/** The depth of a part's tree, and its number of nodes. */
function measure(part: Element): { height: number; size: number } {
  let height = 0
  let size = 0
  let depth = 0
  let node: Node = part
  for (;;) {
    size++
    if (node.kind === ELEMENT && node.first !== null) {
      node = node.first
      height = Math.max(height, ++depth)
      continue
    }
    while (node !== part && node.next === null) {
      node = node.parent!
      depth--
    }
    if (node === part) return { height, size }
    node = node.next!
  }
}

/** Whether a part of this height fits into an element: it must not go into itself, nor too deep. */
function fits(target: Element, part: Element, height: number): boolean {
  let depth = height
  for (let each: Element | null = target; each !== null; each = each.parent)
    if (each === part || ++depth > MAX_DEPTH) return false
  return true
}

/** Removes the markers, joins adjacent texts, and counts the tags again. */
function cleanUp({ root, counts }: Construction): void {
  counts.fill(0)
  for (let parent: Node | null = root; parent !== null; parent = following(parent)) {
    if (parent.kind !== ELEMENT) continue
    counts[parent.tag.code]!++
    let next: Node | null
    for (let node = parent.first; node !== null; node = next) {
      next = node.next
      if (node.kind !== ELEMENT) {
        const { prev } = node
        if (prev === null || prev.kind === ELEMENT) continue
        prev.data += node.data
        detach(node)
      } else if (node.tag === COMMENT) detach(node)
    }
  }
}
