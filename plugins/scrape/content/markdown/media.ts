import { imageSource, isEmoji, isPixel } from '../image.ts'
import { attr, type Element, find, hasAttr } from '../tree/index.ts'
import { destination, titled } from './destination.ts'
import { escapeAll } from './escape.ts'
import type { Flow } from './flow.ts'

export const writeImage = ({ inline, options }: Flow, img: Element) => {
  const alt = attr(img, 'alt')?.trim() ?? ''
  if (isEmoji(img)) {
    inline.text(alt)
    return
  }
  if (options.plain || !options.includeImages || isPixel(img)) return
  if (options.describedImagesOnly && alt === '') return
  const source = imageSource(img)
  if (source === null) return
  const title = options.titles ? attr(img, 'title') : null
  const target = destination(options.address(source)) + (title === null ? '' : titled(title))
  const markdown = `![${escapeAll(alt)}](${target})`
  inline.atom(inline.inTable ? markdown.replaceAll('|', '\\|') : markdown)
}

/** Video and sound: a link to the file. */
export const writeMedia = (flow: Flow, media: Element) => {
  const source = attr(media, 'src') ?? attr(find(flow.view.tree, media, 'source') ?? media, 'src')
  const name = attr(media, 'title') ?? attr(media, 'aria-label') ?? (media.name === 'video' ? 'Video' : 'Audio')
  writeReference(flow, source, name)
}

/** A page within the page: a link to it. */
export const writeFrame = (flow: Flow, frame: Element) => {
  const source = attr(frame, 'src') ?? attr(frame, 'data-src')
  if (source === null || isPixel(frame) || /googletagmanager|recaptcha|doubleclick/.test(source)) return
  const host = URL.parse(source, flow.view.base)?.hostname ?? ''
  writeReference(flow, source, attr(frame, 'title')?.trim() || host)
}

const writeReference = ({ inline, options }: Flow, source: string | null, name: string) => {
  if (!source || /^(?:data|blob|about|javascript):/i.test(source)) return
  if (options.plain || !options.includeLinks || inline.inLink) return
  inline.gap()
  inline.atom(`[${escapeAll(name)}](${destination(options.address(source.trim()))})`)
  inline.gap()
}

/** The box of a task list. Other fields of a form hold no text of the page. */
export const writeInput = (flow: Flow, input: Element) => {
  const { inline, blocks } = flow
  if (attr(input, 'type')?.toLowerCase() !== 'checkbox' || !blocks.atItemStart || !inline.isEmpty) return
  flow.task = true
  inline.atom(hasAttr(input, 'checked') ? '[x]' : '[ ]')
  inline.gap()
}
