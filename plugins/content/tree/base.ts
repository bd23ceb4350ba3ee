import type { Tree } from './node.ts'
import { attr, findAll } from './walk.ts'

/** The most characters of a base; every relative URL of the page would be at least as long. */
const MAX_BASE_LENGTH = 2048

/** The base of a page's relative URLs: its first `<base href>`, otherwise its own URL. */
export const baseOf = (tree: Tree, url: URL): URL => {
  for (const base of findAll(tree, tree.html, 'base')) {
    const href = attr(base, 'href')
    if (href === null) continue
    const parsed = URL.parse(href.trim(), url)
    // As in browsers, a base that is no URL, or a data: or javascript: URL, is ignored, and so is any later one.
    if (parsed === null || parsed.protocol === 'data:' || parsed.protocol === 'javascript:') return url
    return parsed.href.length > MAX_BASE_LENGTH ? url : parsed
  }
  return url
}

/** Makes a URL of the page absolute; null if it cannot be parsed. */
export const resolve = (href: string, base: URL): URL | null => URL.parse(href.trim(), base)
