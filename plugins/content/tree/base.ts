import type { Tree } from './node.ts'
import { attr, findAll } from './walk.ts'

/** Characters of a base that counts: each relative address of the page would be as long. */
const MAX_BASE_LENGTH = 2048

/** What relative addresses of a page are relative to: its first `<base href>`, else its own address. */
export const baseOf = (tree: Tree, url: URL): URL => {
  for (const base of findAll(tree, tree.html, 'base')) {
    const href = attr(base, 'href')
    if (href === null) continue
    const parsed = URL.parse(href.trim(), url)
    // As in browsers: a base that is not an address, or a data: or javascript: one, does not count, and no later
    // one does.
    if (parsed === null || parsed.protocol === 'data:' || parsed.protocol === 'javascript:') return url
    return parsed.href.length > MAX_BASE_LENGTH ? url : parsed
  }
  return url
}

/** An address of the page made absolute; null for one that cannot be read as an address. */
export const resolve = (href: string, base: URL): URL | null => URL.parse(href.trim(), base)
