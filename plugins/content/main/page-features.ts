import type { Tree } from '../tree/index.ts'
import type { Blocks } from './blocks/blocks.ts'
import type { Containers } from './containers/containers.ts'
import { readContainers } from './containers/read-containers.ts'
import { describe, type Features } from './features/index.ts'
import type { Lexicon } from './model/lexicon.ts'
import { type PageSignals, readPageSignals } from './page-signals/page-signals.ts'

/** A page as the model sees it. */
export interface PageFeatures {
  tree: Tree
  url: URL
  blocks: Blocks
  containers: Containers
  signals: PageSignals
  features: Features
}

/** Describes the blocks of a page by numbers. */
export const readPageFeatures = (tree: Tree, url: URL, blocks: Blocks, lexicon: Lexicon): PageFeatures => {
  const containers = readContainers(tree, blocks, lexicon)
  const signals = readPageSignals(tree, url, blocks, containers)
  return { tree, url, blocks, containers, signals, features: describe(tree, blocks, containers, signals, lexicon) }
}
