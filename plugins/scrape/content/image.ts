import { attr, children, type Element } from './tree/index.ts'

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

const placeholder =
  /^(?:data:|about:blank)|(?:^|[/_.-])(?:blank|placeholder|spacer|transparent|loading|loader|lazy|1x1|pixel|grey|gray)[^/]*\.(?:gif|png|svg|jpe?g|webp)(?:\?|$)/i

/** Services that count visits by an image. */
const counter =
  /facebook\.com\/tr\b|google-analytics\.com|googletagmanager\.com|doubleclick\.net|scorecardresearch\.com|quantserve\.com|bat\.bing\.com|pixel\.wp\.com|stats\.wp\.com|\/(?:pixel|beacon|track(?:ing)?)(?:\.(?:gif|png|php))?(?:\?|$)/i

/** The address of an image as the page gives it, whether it is loaded at once or later; null where it has none. */
export const imageSource = (img: Element): string | null => {
  const src = attr(img, 'src')?.trim() ?? ''
  if (src !== '' && !placeholder.test(src)) return src
  for (const name of lazySources) {
    const value = attr(img, name)?.trim()
    if (value && !placeholder.test(value)) return value
  }
  for (const name of lazySets) {
    const best = largest(attr(img, name))
    if (best !== null) return best
  }
  if (img.parent?.name === 'picture') {
    for (const source of children(img.parent)) {
      const best = largest(attr(source, 'srcset')) ?? largest(attr(source, 'data-srcset'))
      if (best !== null) return best
    }
  }
  return src === '' || src.startsWith('data:') ? null : src
}

/** One candidate of a `srcset`: its address, and its width or density. */
export const candidates = (srcset: string): { url: string; descriptor: string }[] => {
  const found: { url: string; descriptor: string }[] = []
  // An address may hold commas, so that only one with a blank behind it, or at an address's end, parts two candidates.
  for (const match of srcset.matchAll(/\s*,*\s*([^\s,]\S*[^\s,]|[^\s,])(?:\s+([\d.]+[wxh]))?\s*(?:,|$)/g)) {
    found.push({ url: match[1]!, descriptor: match[2] ?? '' })
  }
  return found
}

const largest = (srcset: string | null): string | null => {
  if (srcset === null || srcset.length > 10_000) return null
  let best: string | null = null
  let size = -1
  for (const { url, descriptor } of candidates(srcset)) {
    const next = Number.parseFloat(descriptor) || 1
    if (next > size && !placeholder.test(url)) {
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
