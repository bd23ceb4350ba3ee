import { readBlocks } from '../../../../../plugins/content/main/blocks/read-blocks.ts'
import { type PageStructure, readPageStructure } from '../../../../../plugins/content/main/page-structure.ts'
import { parse, TEXT } from '../../../../../plugins/content/tree/index.ts'

const lexicon = { names: new Map(), texts: new Map(), words: new Map() }

/** The texts of a page that are chosen after a step, if those with a `+` were chosen before. */
export const chosenAfter = (
  step: (look: PageStructure, chosen: Uint8Array) => void,
  body: string,
  url = 'https://example.com/kettles',
): string[] => {
  const tree = parse(`<html><body>${body}</body></html>`)
  const blocks = readBlocks(tree, new Uint8Array(tree.nodes.length))
  const texts = Array.from({ length: blocks.count }, (_, i) => {
    let text = ''
    for (let id = blocks.start[i]!; id <= blocks.end[i]!; id++) {
      const node = tree.nodes[id]!
      if (node.kind === TEXT) text += node.data
    }
    return text.trim()
  })
  const chosen = Uint8Array.from(texts, (text) => (text.includes('+') ? 1 : 0))
  step(readPageStructure(tree, new URL(url), blocks, lexicon), chosen)
  return texts.filter((_, i) => chosen[i] === 1)
}
