/** Decision trees in flat arrays. The left child of an inner node is the next node. */
export interface Forest {
  /** The log odds before any tree. */
  bias: number
  /** The index of each tree's root. */
  roots: Int32Array
  /** The index of the number that an inner node tests; negative for a leaf. */
  feature: Int16Array
  /** For an inner node, the highest value that goes left; for a leaf, what it adds to the log odds. */
  value: Float32Array
  right: Int32Array
}

/**
 * Every `EACH` trees, evaluation stops if the log odds are beyond `CLEAR`: the remaining trees can no longer change
 * the outcome.
 */
const EACH = 50
const CLEAR = 4

/** The predicted chance for a row of numbers, 0 to 1. */
export const chanceOf = ({ bias, roots, feature, value, right }: Forest, numbers: Float32Array): number => {
  let score = bias
  for (let tree = 0; tree < roots.length; tree++) {
    if (tree % EACH === 0 && Math.abs(score) > CLEAR) break
    let node = roots[tree]!
    let at = feature[node]!
    while (at >= 0) {
      node = numbers[at]! <= value[node]! ? node + 1 : right[node]!
      at = feature[node]!
    }
    score += value[node]!
  }
  return 1 / (1 + Math.exp(-score))
}
