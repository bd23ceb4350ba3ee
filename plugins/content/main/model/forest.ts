/** Decision trees one behind the other in flat arrays; of each inner node the left child comes right behind it. */
export interface Forest {
  /** Log odds before any tree. */
  bias: number
  /** Where each tree begins. */
  roots: Int32Array
  /** What an inner node decides by; below 0 for a leaf. */
  feature: Int16Array
  /** Up to which value an inner node goes left; of a leaf, what it adds to the log odds. */
  value: Float32Array
  right: Int32Array
}

/**
 * After so many trees each it is asked whether the rest can still change what is said; log odds beyond which they
 * cannot.
 */
const EACH = 50
const CLEAR = 4

/** The chance that a row of numbers is told by, 0 to 1. */
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
