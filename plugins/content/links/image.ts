import { attr, type Element, isElement } from '../tree/index.ts'

/** Attributes in which pages keep the address of an image until it is scrolled into view. */
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
/** How others are called that services and themes have for it: `nitro-lazy-src`, `data-delay-src`, `data-img-url`. */
const lazyName = /(?:^|[-_:])(?:src|ezsrc|lazy|lazyload|original|(?:img|image|delayed)-url|pin-media)(?:$|[-_:])/i
const lazySetName = /(?:^|[-_:])srcset$/i
/** What is shown in place of a picture that cannot be had. */
const instead = /fallback|error|default/i

/** What says that an image is loaded late, and not from where: `data-lazy="true"`. */
const flag = /^(?:true|false|yes|no|on|off|lazy|\d+)$/i

/** What the files are called that hold a place: the one word says it in any company. */
const placeholder = /^(?:placeholder|lazyload(?:er|ing)?|1x1)$/i
/** The others are ordinary words too: a grey hoodie is a picture. */
const placeholderOrNot = /^(?:blank|missing|spacer|trans|transparent|loading|loader|lazy|pixel|grey|gray)$/i
/** What stands beside such a word in the name of a placeholder: a size, a hash, words for what it is. */
const beside =
  /^(?:\d+(?:x\d+)?(?:px)?|(?=[a-f]*\d)[\da-f]{6,}|images?|imgs?|gif|png|svg|thumb|icon|ajax|load|spinner|white|black)$/i
const imageFile = /\.(?:gif|png|svg|jpe?g|webp|avif)$/i

/** Words that say the same of a picture which names another one to be shown later. */
const stopgap = /(?:^|[^a-z])(?:preload(?:er[a-z]*)?|empty|no-?image|fallback|holder|cleardot|pix|ph)(?![a-z])/i
/** Names of images that scripts load late, and of those for which they have. */
const late = /(?:^|[\s_-])lazy/i
const loaded = /loaded/i

/** A step of the address by which a service makes a picture so small or dim that it holds a place for itself. */
const preview = /[/,](?:blur_\d+|q_lqip)[/,]/
/** Longer addresses are those of files, with signatures and the like. */
const MAX_PLACEHOLDER_CHARACTERS = 1000

/** An address that leads to no file. */
const isInline = (src: string): boolean => /^(?:data:|about:blank)/i.test(src)

/** Whether an address is that of a picture that is shown until another has been loaded. */
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
    words.every((word) => word === '' || placeholderOrNot.test(word) || beside.test(word))
  )
}

/** Services that count visits by an image. */
const counter =
  /facebook\.com\/tr\b|google-analytics\.com|googletagmanager\.com|doubleclick\.net|scorecardresearch\.com|quantserve\.com|bat\.bing\.com|pixel\.wp\.com|stats\.wp\.com|\/(?:pixel|beacon|track(?:ing)?)(?:\.(?:gif|png|php))?(?:\?|$)/i

/** The address of an image as the page gives it, whether it is loaded at once or later; null where it has none. */
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

/** What takes the place of a picture which only its own name, or that of the image, says to be shown meanwhile. */
const nextSource = (img: Element, src: string): string | null => {
  const names = attr(img, 'class') ?? ''
  const isLate = late.test(names) && !loaded.test(names)
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
    if (name === 'src' || instead.test(name)) continue
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

/** The address of the largest form of an image that the page names; else `imageSource`. */
export const largestSource = (img: Element): string | null => {
  const own = ['srcset', ...lazySets].find((name) => isSized(img, name))
  if (own !== undefined) return largest(img, own) ?? imageSource(img)
  const sources = img.parent?.name === 'picture' ? sourcesOf(img) : []
  const source = sources.find((each) => isSized(each, setOf(each)))
  return (source ? largest(source, setOf(source)) : null) ?? imageSource(img)
}

const setOf = (source: Element) => (attr(source, 'srcset') === null ? 'data-srcset' : 'srcset')

/** Whether a `srcset` tells the sizes of its candidates: one that does not may name another type alone. */
const isSized = (element: Element, name: string): boolean => /\s\d[\d.]*[wx]\s*(?:,|$)/.test(attr(element, name) ?? '')

/** Other sources of an image in a `picture`: those before it, as in browsers, and behind an image before it. */
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
 * The candidates of a `srcset`: an address each, and its width or density. Source: the HTML standard, section
 * 4.8.4.2.1.
 */
export const candidates = (srcset: string): { url: string; descriptor: string }[] => {
  const found: { url: string; descriptor: string }[] = []
  const token = /[^\s]+/g
  for (let match = token.exec(srcset); match !== null; match = token.exec(srcset)) {
    // An address may hold commas, but neither begins nor ends with one.
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
  // An image to be loaded later is not a placeholder, whatever it is called.
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

/** An image that nobody is meant to see: it counts visits, or holds a place. */
export const isPixel = (img: Element): boolean => {
  const width = attr(img, 'width')
  const height = attr(img, 'height')
  if ((width === '1' || width === '0') && (height === '1' || height === '0' || height === null)) return true
  if ((height === '1' || height === '0') && width === null) return true
  const src = attr(img, 'src')
  return src !== null && counter.test(src)
}

/** An image that stands for a character, which its `alt` is. */
export const isEmoji = (img: Element): boolean => {
  const alt = attr(img, 'alt')
  if (!alt || alt.length > 12) return false
  const names = attr(img, 'class')
  return names !== null && /(?:^|[\s_-])(?:emoji|smiley|twemoji|emojione)/i.test(names)
}
