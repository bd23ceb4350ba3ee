/** Rows of numbers from 0 to 63, with an array per column. */
export interface Table {
  rows: number
  columns: readonly Uint8Array[]
  /** The page of each row; rows of one page are similar. */
  page: Int32Array
}

/** The parameters of growing trees. */
export interface BoostOptions {
  trees: number
  leaves: number
  rate: number
  /** Shares of pages, of their rows, and of columns that each tree uses. */
  pageShare: number
  rowShare: number
  columnShare: number
  /** The least sum of second derivatives in a leaf, and the amount added to it when its value is computed. */
  leastWeight: number
  ridge: number
  seed: number
}

/** A tree in arrays. A node is a leaf if its `feature` is negative. `bin` is the highest bin that goes left. */
export interface Tree {
  feature: number[]
  bin: number[]
  left: number[]
  right: number[]
  value: number[]
}

/** A forest: each tree adds to the log odds of those before it. */
export interface Boosted {
  bias: number
  trees: Tree[]
  /** The reduction of the loss by the splits at each column. */
  gains: Float64Array
}

/** The number of bins for the values of a column. */
export const BINS = 64

/** Pseudo-random numbers from 0 to 1, the same for the same seed. Source: mulberry32, public domain. */
export const randomOf = (seed: number) => {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))

interface Leaf {
  node: number
  from: number
  to: number
  histogram: Float64Array
  gain: number
  feature: number
  bin: number
}

/**
 * Grows gradient-boosted trees for a target from 0 to 1 with logistic loss: with histograms of 64 bins, and splitting
 * the leaf with the most gain next. `among` lists the columns that may be used.
 */
export const boost = (
  table: Table,
  rows: Int32Array,
  target: Float32Array,
  weight: Float32Array,
  options: BoostOptions,
  among: readonly number[] = table.columns.map((_, at) => at),
): Boosted => {
  const { trees, rate, pageShare, rowShare, columnShare, seed } = options
  const random = randomOf(seed)
  let sum = 0
  let total = 0
  for (const row of rows) {
    sum += target[row]! * weight[row]!
    total += weight[row]!
  }
  const bias = Math.log((sum + 1e-6) / (total - sum + 1e-6))
  const scores = new Float64Array(table.rows).fill(bias)
  const grower = new Grower(table, options)
  const grown: Tree[] = []
  for (let t = 0; t < trees; t++) {
    let page = -1
    let isSeen = false
    const sample = rows.filter((row) => {
      if (table.page[row] !== page) {
        page = table.page[row]!
        isSeen = random() < pageShare
      }
      return isSeen && random() < rowShare
    })
    const columns = among.filter(() => random() < columnShare)
    for (const row of sample) {
      const p = sigmoid(scores[row]!)
      grower.gradient[row] = weight[row]! * (p - target[row]!)
      grower.curvature[row] = weight[row]! * Math.max(p * (1 - p), 1e-4)
    }
    const tree = grower.grow(sample, columns)
    for (let i = 0; i < tree.value.length; i++) tree.value[i]! *= rate
    grown.push(tree)
    for (const row of rows) scores[row]! += walkBins(tree, table, row)
  }
  return { bias, trees: grown, gains: grower.gains }
}

const walkBins = ({ feature, bin, left, right, value }: Tree, { columns }: Table, row: number): number => {
  let node = 0
  while (feature[node]! >= 0) node = columns[feature[node]!]![row]! <= bin[node]! ? left[node]! : right[node]!
  return value[node]!
}

/** The log odds of rows. */
export const predictBins = (
  { bias, trees }: Pick<Boosted, 'bias' | 'trees'>,
  table: Table,
  rows: Int32Array,
): Float64Array => {
  const scores = new Float64Array(rows.length).fill(bias)
  for (const tree of trees) for (let i = 0; i < rows.length; i++) scores[i]! += walkBins(tree, table, rows[i]!)
  return scores
}

class Grower {
  readonly gradient: Float64Array
  readonly curvature: Float64Array
  readonly gains: Float64Array
  readonly #table: Table
  readonly #options: BoostOptions
  /** Rows ordered by leaf, and their derivatives. */
  #order: Int32Array = new Int32Array(0)
  #spare: Int32Array = new Int32Array(0)
  #g = new Float64Array(0)
  #h = new Float64Array(0)

  constructor(table: Table, options: BoostOptions) {
    this.#table = table
    this.#options = options
    this.gradient = new Float64Array(table.rows)
    this.curvature = new Float64Array(table.rows)
    this.gains = new Float64Array(table.columns.length)
  }

  grow(sample: Int32Array, columns: readonly number[]): Tree {
    this.#order = sample
    this.#spare = new Int32Array(sample.length)
    this.#g = new Float64Array(sample.length)
    this.#h = new Float64Array(sample.length)
    const tree: Tree = { feature: [-1], bin: [0], left: [0], right: [0], value: [0] }
    const leaves: Leaf[] = [this.#leaf(0, 0, sample.length, columns, null, null)]
    while (leaves.length < this.#options.leaves) {
      let best: Leaf | null = null
      for (const leaf of leaves) if (leaf.gain > 0 && (best === null || leaf.gain > best.gain)) best = leaf
      if (best === null) break
      const { node, from, to, feature, bin, histogram } = best
      this.gains[feature]! += best.gain
      const middle = this.#part(from, to, feature, bin)
      const left = tree.feature.length
      tree.feature.push(-1, -1)
      tree.bin.push(0, 0)
      tree.left.push(0, 0)
      tree.right.push(0, 0)
      tree.value.push(0, 0)
      tree.feature[node] = feature
      tree.bin[node] = bin
      tree.left[node] = left
      tree.right[node] = left + 1
      const isLeftSmaller = middle - from <= to - middle
      const small = isLeftSmaller
        ? this.#leaf(left, from, middle, columns, null, null)
        : this.#leaf(left + 1, middle, to, columns, null, null)
      const large = isLeftSmaller
        ? this.#leaf(left + 1, middle, to, columns, histogram, small.histogram)
        : this.#leaf(left, from, middle, columns, histogram, small.histogram)
      leaves.splice(leaves.indexOf(best), 1, small, large)
    }
    for (const { node, from, to } of leaves) {
      let g = 0
      let h = 0
      for (let i = from; i < to; i++) {
        g += this.gradient[this.#order[i]!]!
        h += this.curvature[this.#order[i]!]!
      }
      tree.value[node] = -g / (h + this.#options.ridge)
    }
    return tree
  }

  /** Moves the rows of a leaf that go left to the front; returns where the others begin. */
  #part(from: number, to: number, feature: number, bin: number): number {
    const column = this.#table.columns[feature]!
    const order = this.#order
    const spare = this.#spare
    let left = from
    let right = 0
    for (let i = from; i < to; i++) {
      const row = order[i]!
      if (column[row]! <= bin) order[left++] = row
      else spare[right++] = row
    }
    order.set(spare.subarray(0, right), left)
    return left
  }

  #leaf(
    node: number,
    from: number,
    to: number,
    columns: readonly number[],
    parent: Float64Array | null,
    sibling: Float64Array | null,
  ): Leaf {
    const histogram = parent ?? new Float64Array(columns.length * BINS * 2)
    if (parent !== null && sibling !== null) for (let i = 0; i < parent.length; i++) histogram[i]! -= sibling[i]!
    else this.#count(from, to, columns, histogram)
    const leaf: Leaf = { node, from, to, histogram, gain: 0, feature: -1, bin: 0 }
    this.#split(leaf, columns)
    return leaf
  }

  #count(from: number, to: number, columns: readonly number[], histogram: Float64Array): void {
    const order = this.#order
    const g = this.#g
    const h = this.#h
    for (let i = from; i < to; i++) {
      g[i] = this.gradient[order[i]!]!
      h[i] = this.curvature[order[i]!]!
    }
    for (let c = 0; c < columns.length; c++) {
      const column = this.#table.columns[columns[c]!]!
      const base = c * BINS * 2
      for (let i = from; i < to; i++) {
        const at = base + column[order[i]!]! * 2
        histogram[at]! += g[i]!
        histogram[at + 1]! += h[i]!
      }
    }
  }

  #split(leaf: Leaf, columns: readonly number[]): void {
    const { histogram } = leaf
    const { leastWeight, ridge } = this.#options
    let g = 0
    let h = 0
    for (let b = 0; b < BINS; b++) {
      g += histogram[b * 2]!
      h += histogram[b * 2 + 1]!
    }
    const whole = (g * g) / (h + ridge)
    for (let c = 0; c < columns.length; c++) {
      const base = c * BINS * 2
      let leftG = 0
      let leftH = 0
      for (let b = 0; b < BINS - 1; b++) {
        const added = histogram[base + b * 2 + 1]!
        leftG += histogram[base + b * 2]!
        leftH += added
        if (added <= 0 || leftH < leastWeight) continue
        const rightH = h - leftH
        if (rightH < leastWeight) break
        const rightG = g - leftG
        const gain = (leftG * leftG) / (leftH + ridge) + (rightG * rightG) / (rightH + ridge) - whole
        if (gain > leaf.gain + 1e-9) {
          leaf.gain = gain
          leaf.feature = columns[c]!
          leaf.bin = b
        }
      }
    }
  }
}
