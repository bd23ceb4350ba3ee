import { Room } from '../budget.ts'
import { toHtml } from '../formats/html.ts'
import { parse } from '../tree/index.ts'

/** No page of ours: addresses stay as they are. */
const BASE = new URL('about:blank')

/** The beginning of HTML with at most so many characters, what is open in it closed. */
export function cutHtml(html: string, maxLength: number): string {
  // What lies behind is not written, and hardly any of it can be moved before the cut by the parser.
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
