import type { Tree } from '../tree/index.ts'
import type { Blocks } from './blocks/blocks.ts'
import type { Containers } from './containers/containers.ts'
import { readContainers } from './containers/read-containers.ts'
import type { Lexicon } from './model/lexicon.ts'
import { type PageSignals, readPageSignals } from './page-signals/page-signals.ts'

/** What the model and the rules know of a page: its blocks, their containers, and what the page says of itself. */
export interface PageStructure {
  tree: Tree
  url: URL
  blocks: Blocks
  containers: Containers
  signals: PageSignals
}

/** Reads the containers of a page's blocks, and what the page says of itself. */
export const readPageStructure = (tree: Tree, url: URL, blocks: Blocks, lexicon: Lexicon): PageStructure => {
  const containers = readContainers(tree, blocks, lexicon)
  return { tree, url, blocks, containers, signals: readPageSignals(tree, url, blocks, containers) }
}
