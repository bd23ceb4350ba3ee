import type { ContentOptions } from 'weirjs/schemas'
import { isTracking } from 'weirjs/toolkit'
import { resolve } from '../tree/index.ts'

/** What is written for an address of a page. */
export type WriteAddress = (href: string) => string

/** An address without the parameters that only track. The rest of it stays as it is written. */
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
 * How the addresses of a page are written: as the page has them, absolute, without tracking. Unreadable ones stay.
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
