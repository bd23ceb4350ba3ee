import { hasHole } from '../../links/hole.ts'
import { imageSource, isEmoji, isPixel, isPlaceholder } from '../../links/image.ts'
import { declaredText } from '../../metadata/text/declared-text.ts'
import { attr, closest, type Element, find, hasAttr, type Node, TEXT } from '../../tree/index.ts'
import type { Flow } from '../blocks/flow.ts'
import { destination, titled } from './destination.ts'
import { escapeAll } from './escape.ts'

export const writeImage = (flow: Flow, img: Element) => {
  const { inline, options } = flow
  const alt = declaredText(attr(img, 'alt') ?? '')
  if (isEmoji(img)) {
    inline.text(alt)
    return
  }
  if (options.plain || !options.includeImages || isPixel(img)) return
  if (options.describedImagesOnly && alt === '') return
  const source = imageSource(img)
  if (source === null || hasHole(source)) return
  const title = options.titles ? attr(img, 'title') : null
  const target = destination(options.address(source)) + (title === null ? '' : titled(title))
  const name = alt === '' && inline.inLink ? nameOfLinked(flow, img) : alt
  if (name === '' && title === null && isDecoration(flow, img, source)) return
  const markdown = `![${escapeAll(name)}](${target})`
  inline.picture(inline.inTable ? markdown.replaceAll('|', '\\|') : markdown)
}

/**
 * Whether an image without a description is decoration: its author marks it so, it is a placeholder, or the page
 * shows it repeatedly.
 */
const isDecoration = ({ undescribed, inline }: Flow, img: Element, source: string): boolean => {
  if (isPlaceholder(source)) return true
  if (inline.inLink) return false
  const role = attr(img, 'role')
  if (role === 'presentation' || role === 'none' || undescribed.has(source)) return true
  undescribed.add(source)
  return false
}

/**
 * A name for an image without a description that is the whole of a link, which would otherwise have no name: the
 * label of the link, or its destination, as screen readers announce it.
 */
const nameOfLinked = ({ view }: Flow, img: Element): string => {
  const a = closest(img, 'a')
  if (a === null || !isOnlyContent(a, img)) return ''
  for (const name of [attr(a, 'aria-label'), attr(a, 'title'), attr(img, 'aria-label'), attr(img, 'title')])
    if (name?.trim()) return name.trim().replace(/\s+/g, ' ')
  return nameOfAddress(attr(a, 'href') ?? '', view.base)
}

/** Whether an element contains only this image, apart from blanks and its other sources. */
const isOnlyContent = (around: Element, img: Element): boolean => {
  const isNothing = (node: Node | null) => node === null || (node.kind === TEXT && node.data.trim() === '')
  for (let node = img; node !== around; node = node.parent!) {
    if (node.parent?.name === 'picture') continue
    if (!isNothing(node.prev) || !isNothing(node.next)) return false
  }
  return true
}

/** The last path segment of a URL in words, without a file extension; the host if the path is empty. */
const nameOfAddress = (href: string, base: URL): string => {
  const url = URL.parse(href.trim(), base)
  if (url === null) return ''
  const step = url.pathname.split('/').findLast((each) => each !== '') ?? ''
  const name = step.replace(/\.[a-z\d]{2,5}$/i, '')
  try {
    return (
      decodeURIComponent(name)
        .replace(/[\s_-]+/g, ' ')
        .trim() || url.hostname
    )
  } catch {
    // A segment that is not UTF-8 is no word.
    return url.hostname
  }
}

/** Writes video and audio as a link to the file. */
export const writeMedia = (flow: Flow, media: Element) => {
  const source = attr(media, 'src') ?? attr(find(flow.view.tree, media, 'source') ?? media, 'src')
  const name = attr(media, 'title') ?? attr(media, 'aria-label') ?? (media.name === 'video' ? 'Video' : 'Audio')
  writeReference(flow, source, name)
}

/** Writes a frame as a link to its page. */
export const writeFrame = (flow: Flow, frame: Element) => {
  const source = attr(frame, 'src') ?? attr(frame, 'data-src')
  if (source === null || isPixel(frame) || /googletagmanager|recaptcha|doubleclick/.test(source)) return
  writeReference(flow, source, attr(frame, 'title')?.trim() || nameOfFrame(source, flow.view.base))
}

/** The host of a frame's page; for the page's own host, the file name. */
const nameOfFrame = (source: string, base: URL): string => {
  const at = URL.parse(source, base)
  if (at === null) return ''
  const file = at.pathname.split('/').findLast((part) => part !== '')
  return (at.hostname === base.hostname ? file : undefined) ?? at.hostname
}

const writeReference = ({ inline, options }: Flow, source: string | null, name: string) => {
  if (!source || /^(?:data|blob|about|javascript):/i.test(source)) return
  if (options.plain || !options.includeLinks || inline.inLink) return
  inline.gap()
  inline.atom(`[${escapeAll(name)}](${destination(options.address(source.trim()))})`)
  inline.gap()
}

/**
 * Writes the box of a task list. Other form fields contain no text of the page, including the checkboxes that open
 * menus and select products.
 */
export const writeInput = (flow: Flow, input: Element) => {
  const { inline, blocks } = flow
  if (attr(input, 'type')?.toLowerCase() !== 'checkbox' || !blocks.atItemStart || !inline.isEmpty) return
  if (isControl(input)) return
  flow.task = true
  inline.atom(hasAttr(input, 'checked') ? '[x]' : '[ ]')
  inline.gap()
}

/** Whether a checkbox is a control: it is enabled, and has an attribute by which a script or form knows it. */
const isControl = (input: Element): boolean =>
  !hasAttr(input, 'disabled') &&
  ['id', 'name', 'class', 'value'].some((name) => hasAttr(input, name)) &&
  !/task/i.test(`${attr(input, 'class')} ${input.parent && attr(input.parent, 'class')}`)
