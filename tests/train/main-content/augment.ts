import { CUT } from '../../../plugins/content/clean/visibility.ts'
import type { Blocks } from '../../../plugins/content/main/blocks/blocks.ts'
import { eachHolder, emptyContainers, wordsWithin } from '../../../plugins/content/main/containers/containers.ts'
import type { Tree } from '../../../plugins/content/tree/index.ts'

/** Shares of a page's words that are cut, and the largest share of one part. */
const MIN_CUT = 0.05
const MAX_CUT = 0.4
const MAX_PART = 0.35
/** The most parts that are tried until enough is cut. */
const TRIES = 40
/** A block with a smaller share of its words in the content is not content. */
const AROUND = 0.1

/**
 * Marks parts around the content of a page as cut, until a share of its words is removed. The rest is another
 * training page with the same content but other sizes, shares and neighbours, so that trees cannot recognize a page
 * by its numbers. `target` is the share of each block that is content.
 */
export const augment = (
  tree: Tree,
  blocks: Blocks,
  target: Float32Array,
  marks: Uint8Array,
  random: () => number,
): void => {
  const containers = emptyContainers(tree, blocks)
  const total = wordsWithin(containers, 0, blocks.count)
  const parts: { id: number; end: number; words: number }[] = []
  eachHolder(tree, containers, ({ id, end }, from, to) => {
    const words = wordsWithin(containers, from, to)
    if (to - from < 2 || words >= total * MAX_PART) return
    if (target.subarray(from, to).every((share) => share <= AROUND)) parts.push({ id, end, words })
  })
  if (parts.length === 0) return
  let left = total * (MIN_CUT + (MAX_CUT - MIN_CUT) * random())
  const cut: typeof parts = []
  for (let times = 0; times < TRIES; times++) {
    const part = parts[Math.floor(random() * parts.length)]!
    if (part.words > left || cut.some(({ id, end }) => part.id <= end && id <= part.end)) continue
    cut.push(part)
    marks[part.id]! |= CUT
    left -= part.words
  }
}
