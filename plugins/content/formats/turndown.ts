import { ELEMENT } from '../tree/index.ts'
import type { View } from '../view/view.ts'

/**
 * The most that Turndown is given. Its time is quadratic in the rows and cells of a table, in the items of a list,
 * and in the depth of lists and quotations, and it reads the content of an element once per ancestor. At these limits
 * it takes about half a second.
 */
const MAX_LENGTH = 512 * 1024
const MAX_TABLE_PARTS = 2000
const MAX_ITEMS = 15_000
const MAX_DEPTH = 24
/** The most nodes inside elements, summed over all elements; a long page of articles has a million. */
const MAX_WITHIN = 4_000_000

const tableParts = new Set(['tr', 'td', 'th'])
const containers = new Set(['ul', 'ol', 'blockquote'])

/** Whether Turndown can write a view, whose HTML is `html`, in reasonable time. */
export function canTurndown({ tree, roots }: View, html: string): boolean {
  let parts = 0
  let items = 0
  let within = 0
  /** Where the open containers end. */
  const ends: number[] = []
  for (const root of roots) {
    for (let id = root.id; id <= root.end; id++) {
      const node = tree.nodes[id]!
      if (node.kind !== ELEMENT) continue
      within += node.end - id
      if (tableParts.has(node.name)) parts++
      else if (node.name === 'li') items++
      else if (containers.has(node.name)) {
        while (ends.length > 0 && ends.at(-1)! < id) ends.pop()
        ends.push(node.end)
        if (ends.length > MAX_DEPTH) return false
      }
    }
  }
  return html.length <= MAX_LENGTH && parts <= MAX_TABLE_PARTS && items <= MAX_ITEMS && within <= MAX_WITHIN
}

/**
 * Converts HTML to Markdown with Turndown and its plugin for GitHub's tables, task lists and strikethrough. Takes
 * about ten times as long as our own writer. The package is loaded on first use.
 */
export const turndown = async (html: string): Promise<string> => {
  const [{ default: Turndown }, { gfm }] = await Promise.all([
    import('turndown'),
    import('@joplin/turndown-plugin-gfm'),
  ])
  const service = new Turndown({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  service.use(gfm)
  service.remove(['script', 'style', 'template', 'noscript', 'title'])
  return service.turndown(html)
}
