import { Room } from '../budget.ts'
import { toHtml } from '../formats/html.ts'
import { parse } from '../tree/index.ts'

/** Not a page, so URLs stay as they are. */
const BASE = new URL('about:blank')

/** The beginning of HTML with at most `maxLength` characters, with its open elements closed. */
export function cutHtml(html: string, maxLength: number): string {
  // The rest is not parsed: it is not written, and the parser could move hardly any of it before the cut.
  const tree = parse(html.slice(0, maxLength))
  return toHtml(
    { tree, base: BASE, marks: new Uint8Array(tree.nodes.length), roots: [tree.body], contentSource: 'body' },
    {
      removeScripts: false,
      removeStyles: false,
      includeLinks: true,
      includeImages: true,
      removePixels: false,
      removeHidden: false,
      document: /^\s*<(?:!doctype|html)\b/i.test(html.slice(0, 1000)),
      address: (href) => href,
    },
    new Room(maxLength),
  )
}
