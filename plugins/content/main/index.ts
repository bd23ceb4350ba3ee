import type { Recorder } from '../clean/recorder.ts'
import type { Tree } from '../tree/index.ts'
import type { Blocks } from './blocks/blocks.ts'
import { readBlocks } from './blocks/read-blocks.ts'
import { eachDescribed } from './features/index.ts'
import { findByLandmarks } from './landmarks/by-landmarks.ts'
import { chanceOf } from './model/forest.ts'
import { model } from './model/model.ts'
import { type PageStructure, readPageStructure } from './page-structure.ts'
import { evenColumns, readColumns } from './select/columns.ts'
import { dropControls } from './select/controls.ts'
import { dropLastHeadings, takeHeadings } from './select/headings.ts'
import { keepPictures } from './select/keep-pictures.ts'
import { keepLeadPicture } from './select/lead-picture.ts'
import { pageTypeOf } from './select/page-type.ts'
import { keepBylines } from './select/posts.ts'
import { applyRules } from './select/rules.ts'
import { sayOnce } from './select/say-once.ts'
import { nodesOf, takeWholes } from './select/select-nodes.ts'
import { dropShareLinks } from './select/share-links.ts'
import { completeCards } from './select/shop/cards.ts'
import { keepPrice, takePrice } from './select/shop/product-price.ts'
import { choose, thresholdOf } from './select/threshold.ts'
import type { PageOfSite } from './site-frame/page-of-site.ts'

/** Pages with fewer blocks differ from those the model was trained on; their landmarks are more reliable. */
export const FEW_BLOCKS = 40
/** The explanation for a block that was dropped as part of the site's frame. */
const REPEATED = 'comes again on the site'
/** With more blocks the model would take more than a second. */
const MAX_BLOCKS = 10_000

/** Chooses by chances and by what the site repeats; by chances alone if nothing would remain. */
const chooseOfSite = (blocks: Blocks, chances: Float32Array, site: PageOfSite | undefined): Uint8Array => {
  const chosen = choose(blocks, site?.lower(blocks, chances) ?? chances)
  return site?.isFramed && !chosen.includes(1) ? choose(blocks, chances) : chosen
}

/** The main content of a page, and how it was found. */
export interface MainContent {
  /** 1 for each node that is kept, indexed by node id. */
  kept: Uint8Array
  by: 'model' | 'landmarks'
}

/**
 * The main content of a page, without what surrounds and interrupts it: headers, navigation, sidebars, related pages,
 * footers. Null if that would be the whole body, or nothing.
 *
 * The steps, each in a folder:
 *
 * 1. `blocks` splits the text where a reader sees a new line begin, and counts what is in each; `words` reads words.
 * 2. `landmarks` does the rest for pages with few blocks, by tags and roles.
 * 3. `containers` reads the elements around the blocks, and `page-signals` what the page says of itself.
 * 4. `features` describes each block by numbers computed from all these.
 * 5. `model` predicts each block's chance of being content, with trees grown from labelled pages (`model/CARD.md`).
 * 6. `select` chooses blocks by their chances, corrects the choice by rules, and keeps what belongs to them.
 *
 * `site` knows the texts that repeat on other pages of the site; it lowers their chances before the choice.
 */
export const findMain = (
  tree: Tree,
  url: URL,
  marks: Uint8Array,
  recorder?: Recorder,
  site?: PageOfSite,
): MainContent | null => {
  const blocks = readBlocks(tree, marks)
  site?.read(blocks)
  if (blocks.count < FEW_BLOCKS || blocks.count > MAX_BLOCKS) {
    const found = findByLandmarks(tree, marks, recorder)
    const kept = found ?? new Uint8Array(tree.nodes.length).fill(1, tree.body.id, tree.body.end + 1)
    const repeated = site?.cut(blocks, kept) ?? []
    if (found === null && repeated.length === 0) return null
    for (const i of repeated) recorder?.dropped(REPEATED, tree.nodes[blocks.text[i]!]!)
    if (blocks.count < FEW_BLOCKS) keepPrice(readPageStructure(tree, url, blocks, model().lexicon), kept, recorder)
    dropShareLinks(tree, kept, recorder)
    return { kept, by: 'landmarks' }
  }
  const { lexicon, forest } = model()
  const page = readPageStructure(tree, url, blocks, lexicon)
  const chances = new Float32Array(blocks.count)
  eachDescribed(page, lexicon, (i, numbers) => {
    chances[i] = chanceOf(forest, numbers)
  })
  const chosen = chooseBlocks(page, chances, recorder, site)
  if (!isPart(blocks, chosen)) return null
  const kept = nodesOf(tree, blocks, chosen)
  keepPictures(page, chosen, kept, recorder)
  keepLeadPicture(page, chosen, kept, recorder)
  keepBylines(page, chosen, kept, recorder)
  dropShareLinks(tree, kept, recorder)
  return { kept, by: 'model' }
}

/** The chosen blocks, 1 in an array: by their chances, then corrected by each rule. */
const chooseBlocks = (
  page: PageStructure,
  chances: Float32Array,
  recorder: Recorder | undefined,
  site: PageOfSite | undefined,
): Uint8Array => {
  const { tree, blocks } = page
  const chosen = chooseOfSite(blocks, chances, site)
  const { isForum, isProduct, isArticle } = pageTypeOf(page)
  if (recorder !== undefined) {
    const pageType = isForum ? 'forum' : isProduct ? 'product' : isArticle ? 'article' : 'other'
    recorder.judged({ blocks, chances, cut: thresholdOf(blocks, chances), pageType })
    recorder.chosen('the model', choose(blocks, chances))
    recorder.chosen(REPEATED, chosen)
  }
  applyRules(page, chosen, recorder)
  const isCollection = !isForum && !isProduct
  const columns = readColumns(page)
  if (isCollection) evenColumns(columns, chosen)
  recorder?.chosen('as in the other items', chosen)
  takeWholes(tree, blocks, chosen)
  recorder?.chosen('the rest of a list, table or code', chosen)
  takeHeadings(page, chances, chosen)
  recorder?.chosen('the heading of a text', chosen)
  dropLastHeadings(page, chosen)
  recorder?.chosen('a heading of nothing', chosen)
  dropControls(page, columns, chosen)
  recorder?.chosen('a control of each item', chosen)
  takePrice(page, chosen)
  recorder?.chosen('the price of the product', chosen)
  if (!isCollection) return chosen
  completeCards(page, chosen)
  recorder?.chosen('name or price of a card', chosen)
  sayOnce(page, chosen)
  recorder?.chosen('said before in its card', chosen)
  return chosen
}

/** Whether a choice is neither empty nor everything that is shown. */
const isPart = ({ count, hidden }: Blocks, chosen: Uint8Array): boolean => {
  let isLeft = false
  for (let i = 0; i < count; i++) isLeft ||= chosen[i] === 0 && hidden[i] === 0
  return isLeft && chosen.includes(1)
}
