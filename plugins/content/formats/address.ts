import type { ContentOptions } from 'weirjs/schemas'
import { isTracking } from 'weirjs/toolkit'
import { resolve } from '../tree/index.ts'

/** Maps a URL of the page to the one that is written. */
export type WriteAddress = (href: string) => string

/** Removes tracking parameters from a URL. The rest of it is not changed. */
export const withoutTracking: WriteAddress = (href) => {
  const query = href.indexOf('?')
  const hash = href.indexOf('#')
  const end = hash < 0 ? href.length : hash
  if (query < 0 || query > end) return href
  const pairs = href.slice(query + 1, end).split('&')
  const kept = pairs.filter((pair) => !isTracking(pair.split('=', 1)[0]!))
  if (kept.length === pairs.length) return href
  return href.slice(0, query) + (kept.length > 0 ? `?${kept.join('&')}` : '') + href.slice(end)
}

/**
 * How the URLs of a page are written: as on the page, absolute, or without tracking, by the options. Invalid ones are
 * not changed.
 */
export const addressesOf = (
  base: URL,
  { replaceAllPathsWithAbsolutePaths, llmOptimization }: ContentOptions,
): WriteAddress => {
  const absolute: WriteAddress = replaceAllPathsWithAbsolutePaths
    ? (href) => resolve(href, base)?.href ?? href
    : (href) => href
  return llmOptimization ? (href) => withoutTracking(absolute(href)) : absolute
}
