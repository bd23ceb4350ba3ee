import type { Recorder } from '../../clean/recorder.ts'
import { attr, type Element, find, isElement, TEXT, type Tree } from '../../tree/index.ts'
import type { PageStructure } from '../page-structure.ts'
import { isCaption } from './captions.ts'

/** How many elements around a text, innermost first, may be its caption. */
const MAX_DEPTH = 4

/** The URLs of video players in frames. */
const player =
  /^(?:https?:)?\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com\/embed\/|player\.vimeo\.com\/video\/|dailymotion\.com\/embed\/video\/)/i

const isVideo = (element: Element): boolean =>
  element.name === 'video' ||
  (element.name === 'iframe' && player.test((attr(element, 'src') ?? attr(element, 'data-src') ?? '').trim()))

/**
 * Keeps the pictures of the content whose captions were dropped: those between two chosen texts, and the figures
 * right before one or after the title. Of videos, also those right after a text.
 */
export const keepPictures = (page: PageStructure, chosen: Uint8Array, kept: Uint8Array, recorder?: Recorder): void => {
  const { tree, blocks } = page
  const { nodes } = tree
  const { count, start, end, hidden, holder } = blocks
  /** Where the last text that is not a caption ended. */
  let from = tree.body.id + 1
  let isBehindContent = false
  let isBehindTitle = false
  /** The captions since then. */
  let above: Element[] = []
  for (let i = 0; i < count; i++) {
    if (hidden[i] === 1) continue
    const caption = chosen[i] === 1 ? null : captionAround(page, i)
    if (caption !== null && caption.id >= from) {
      if (above.at(-1) !== caption) above.push(caption)
      continue
    }
    const to = start[i]! - 1
    // An element that contains other text too is not a caption.
    if (above.some(({ end }) => end > to)) above = []
    if (chosen[i] === 1 && isBehindContent && above.length > 0) keep(from, to)
    else if (chosen[i] === 1 || isBehindTitle) keepFigures(to)
    else if (isBehindContent) keepVideos(to)
    for (const caption of above) dropText(caption)
    from = end[i]! + 1
    isBehindContent = chosen[i] === 1
    isBehindTitle = (nodes[holder[i]!] as Element).name === 'h1'
    above = []
  }
  if (isBehindContent) keepVideos(tree.body.end)

  function keep(first: number, last: number): void {
    kept.fill(1, first, last + 1)
    const node = nodes[first]
    if (node !== undefined && isElement(node)) recorder?.kept('a picture of the text', node)
  }

  function keepFigures(to: number): void {
    for (const caption of above) {
      const around = holdsPicture(tree, caption) ? caption : caption.parent
      if (around !== null && around.id >= from && around.end <= to) keep(around.id, around.end)
    }
    for (let id = from; id <= to; id++) {
      const node = nodes[id]!
      if (!isElement(node) || node.end > to || !(node.name === 'figure' || isVideo(node))) continue
      keep(id, node.end)
      id = node.end
    }
  }

  function keepVideos(to: number): void {
    for (let id = from; id <= to; id++) {
      const node = nodes[id]!
      if (isElement(node) && isVideo(node) && node.end <= to) keep(id, node.end)
    }
  }

  /** Drops a caption; only its text if it contains the picture itself. */
  function dropText(caption: Element): void {
    const hasPicture = holdsPicture(tree, caption)
    for (let id = caption.id; id <= caption.end; id++) if (!hasPicture || nodes[id]!.kind === TEXT) kept[id] = 0
  }
}

const captionAround = ({ tree, blocks, containers }: PageStructure, block: number): Element | null => {
  let element: Element | null = tree.nodes[blocks.holder[block]!] as Element
  for (let depth = 0; element !== null && depth < MAX_DEPTH; depth++) {
    if (isCaption(element, containers.ownKinds[element.id]!)) return element
    element = element.parent
  }
  return null
}

const holdsPicture = (tree: Tree, caption: Element): boolean => find(tree, caption, 'img') !== null
