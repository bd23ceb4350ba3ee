import { attr, type Element, isElement } from '../tree/index.ts'

/** Attributes in which pages keep the URL of an image until it is scrolled into view. */
const lazySources = [
  'data-src',
  'data-original',
  'data-lazy-src',
  'data-lazy',
  'data-original-src',
  'data-hi-res-src',
  'data-url',
]
const lazySets = ['data-srcset', 'data-lazy-srcset', 'srcset']
/** Other such attributes of services and themes: `nitro-lazy-src`, `data-delay-src`, `data-img-url`. */
const lazyName = /(?:^|[-_:])(?:src|ezsrc|lazy|lazyload|original|(?:img|image|delayed)-url|pin-media)(?:$|[-_:])/i
const lazySetName = /(?:^|[-_:])srcset$/i
/** Attributes with the picture shown if loading fails. */
const fallbackName = /fallback|error|default/i

/** Values that only say that an image is loaded late: `data-lazy="true"`. */
const flag = /^(?:true|false|yes|no|on|off|lazy|\d+)$/i

/** Words that identify a placeholder's file name, whatever the other words are. */
const placeholder = /^(?:placeholder|lazyload(?:er|ing)?|1x1)$/i
/** Words that may identify a placeholder's file name, or not: a grey hoodie is a picture. */
const placeholderOrNot = /^(?:blank|missing|spacer|trans|transparent|loading|loader|lazy|pixel|grey|gray)$/i
/** Words that may accompany these in the name of a placeholder: a size, a hash, a type of image. */
const placeholderContext =
  /^(?:\d+(?:x\d+)?(?:px)?|(?=[a-f]*\d)[\da-f]{6,}|images?|imgs?|gif|png|svg|thumb|icon|ajax|load|spinner|white|black)$/i
const imageFile = /\.(?:gif|png|svg|jpe?g|webp|avif)$/i

/** Words in the file name of a placeholder, if the image also names a picture to show later. */
const stopgap = /(?:^|[^a-z])(?:preload(?:er[a-z]*)?|empty|no-?image|fallback|holder|cleardot|pix|ph)(?![a-z])/i
/** Classes of images that scripts load late, and of those that they have loaded. */
const lazyClass = /(?:^|[\s_-])lazy/i
const loadedClass = /loaded/i

/** A path segment by which an image service makes a picture so small or blurred that it is a placeholder. */
const preview = /[/,](?:blur_\d+|q_lqip)[/,]/
/** Longer URLs are those of real files, with signatures and the like. */
const MAX_PLACEHOLDER_CHARACTERS = 1000

/** Whether a URL does not lead to a file. */
const isInline = (src: string): boolean => /^(?:data:|about:blank)/i.test(src)

/** Whether a URL is that of a picture shown until another one is loaded. */
export const isPlaceholder = (src: string): boolean => {
  if (isInline(src)) return true
  if (src.length >= MAX_PLACEHOLDER_CHARACTERS) return false
  const path = src.split('?', 1)[0]!
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (preview.test(path)) return true
  if (!imageFile.test(name)) return false
  const words = name.slice(0, name.lastIndexOf('.')).split(/[^a-z\d]+/i)
  if (words.some((word) => placeholder.test(word))) return true
  return (
    words.some((word) => placeholderOrNot.test(word)) &&
    words.every((word) => word === '' || placeholderOrNot.test(word) || placeholderContext.test(word))
  )
}

/** Services that count visits with an image. */
const counter =
  /facebook\.com\/tr\b|google-analytics\.com|googletagmanager\.com|doubleclick\.net|scorecardresearch\.com|quantserve\.com|bat\.bing\.com|pixel\.wp\.com|stats\.wp\.com|\/(?:pixel|beacon|track(?:ing)?)(?:\.(?:gif|png|php))?(?:\?|$)/i

/** The URL of an image as written in the page, whether it is loaded at once or later; null if it has none. */
export const imageSource = (img: Element): string | null => {
  const src = attr(img, 'src')?.trim() ?? ''
  if (src !== '' && !isPlaceholder(src)) return nextSource(img, src) ?? src
  for (const name of lazySources) {
    const value = attr(img, name)?.trim()
    if (value && value !== src && !isInline(value) && !flag.test(value)) return value
  }
  for (const name of lazySets) {
    const best = largest(img, name)
    if (best !== null) return best
  }
  if (img.parent?.name === 'picture') {
    for (const source of sourcesOf(img)) {
      const best = largest(source, 'srcset') ?? largest(source, 'data-srcset')
      if (best !== null) return best
    }
  }
  return namedByOthers(img) ?? (src === '' || src.startsWith('data:') ? null : src)
}

/** The picture that replaces a placeholder, which only its file name or the image's class identifies. */
const nextSource = (img: Element, src: string): string | null => {
  const names = attr(img, 'class') ?? ''
  const isLate = lazyClass.test(names) && !loadedClass.test(names)
  if (!isLate && !stopgap.test(src.slice(src.lastIndexOf('/') + 1, MAX_PLACEHOLDER_CHARACTERS))) return null
  for (const name of lazySources) {
    const value = attr(img, name)?.trim() ?? ''
    if (value !== src && !isPlaceholder(value) && (isImageAddress(value) || /^\/./.test(value))) return value
  }
  return null
}

const namedByOthers = (img: Element): string | null => {
  const { attrs } = img
  for (let i = 0; i < attrs.length; i += 2) {
    const name = attrs[i]!
    const value = attrs[i + 1]!.trim()
    if (name === 'src' || fallbackName.test(name)) continue
    if (lazyName.test(name) && isImageAddress(value) && !isPlaceholder(value)) return value
    const best = lazySetName.test(name) ? largest(img, name) : null
    if (best !== null) return best
  }
  return null
}

const isImageAddress = (value: string): boolean =>
  value.length < MAX_PLACEHOLDER_CHARACTERS &&
  !/\s/.test(value) &&
  (/^(?:https?:)?\/\//i.test(value) || imageFile.test(value.split(/[?#]/, 1)[0]!))

/** The URL of the largest version of an image that the page names; otherwise `imageSource`. */
export const largestSource = (img: Element): string | null => {
  const own = ['srcset', ...lazySets].find((name) => isSized(img, name))
  if (own !== undefined) return largest(img, own) ?? imageSource(img)
  const sources = img.parent?.name === 'picture' ? sourcesOf(img) : []
  const source = sources.find((each) => isSized(each, setOf(each)))
  return (source ? largest(source, setOf(source)) : null) ?? imageSource(img)
}

const setOf = (source: Element) => (attr(source, 'srcset') === null ? 'data-srcset' : 'srcset')

/** Whether a `srcset` gives the sizes of its candidates. Without sizes it may only offer another image type. */
const isSized = (element: Element, name: string): boolean => /\s\d[\d.]*[wx]\s*(?:,|$)/.test(attr(element, name) ?? '')

/** The other sources of an image in a `picture`: as in browsers, those before it, but after any previous image. */
const sourcesOf = (img: Element): Element[] => {
  const sources: Element[] = []
  for (let node = img.prev; node !== null; node = node.prev) {
    if (!isElement(node)) continue
    if (node.name === 'img') break
    sources.push(node)
  }
  return sources.reverse()
}

/**
 * The candidates of a `srcset`, each with its URL and its width or density. Source: the HTML standard, section
 * 4.8.4.2.1.
 */
export const candidates = (srcset: string): { url: string; descriptor: string }[] => {
  const found: { url: string; descriptor: string }[] = []
  const token = /[^\s]+/g
  for (let match = token.exec(srcset); match !== null; match = token.exec(srcset)) {
    // A URL may contain commas, but does not begin or end with one.
    const [word] = match
    let from = 0
    while (word[from] === ',') from++
    let to = word.length
    while (to > from && word[to - 1] === ',') to--
    if (from === to) continue
    const candidate = { url: word.slice(from, to), descriptor: '' }
    found.push(candidate)
    if (to < word.length) continue
    let end = srcset.indexOf(',', token.lastIndex)
    if (end < 0) end = srcset.length
    candidate.descriptor = srcset.slice(token.lastIndex, end).trim()
    token.lastIndex = end + 1
  }
  return found
}

const largest = (element: Element, name: string): string | null => {
  const srcset = attr(element, name)
  if (srcset === null || srcset.length > 10_000) return null
  // In attributes for late loading, the image is the real one, whatever its name.
  const isNone = name === 'srcset' ? isPlaceholder : isInline
  let best: string | null = null
  let size = -1
  for (const { url, descriptor } of candidates(srcset)) {
    const next = Number.parseFloat(descriptor) || 1
    if (next > size && !isNone(url)) {
      best = url
      size = next
    }
  }
  return best
}

/** Whether an image is not meant to be seen: it counts visits, or takes up space. */
export const isPixel = (img: Element): boolean => {
  const width = attr(img, 'width')
  const height = attr(img, 'height')
  if ((width === '1' || width === '0') && (height === '1' || height === '0' || height === null)) return true
  if ((height === '1' || height === '0') && width === null) return true
  const src = attr(img, 'src')
  return src !== null && counter.test(src)
}

/** Whether an image represents a character, which is its `alt`. */
export const isEmoji = (img: Element): boolean => {
  const alt = attr(img, 'alt')
  if (!alt || alt.length > 12) return false
  const names = attr(img, 'class')
  return names !== null && /(?:^|[\s_-])(?:emoji|smiley|twemoji|emojione)/i.test(names)
}
