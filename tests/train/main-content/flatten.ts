import type { Forest } from '../../../plugins/content/main/model/forest.ts'
import type { Boosted, Tree } from './boost.ts'

/** Trees as the service uses them: with values instead of bins, and each left child right after its parent. */
export const flatten = ({ bias, trees }: Boosted, edges: readonly Float32Array[]): Forest => {
  const roots: number[] = []
  const feature: number[] = []
  const value: number[] = []
  const right: number[] = []
  const add = (tree: Tree, node: number): void => {
    const at = feature.length
    const by = tree.feature[node]!
    feature.push(by)
    value.push(by < 0 ? tree.value[node]! : (edges[by]![tree.bin[node]!] ?? Number.MAX_VALUE))
    right.push(0)
    if (by < 0) return
    add(tree, tree.left[node]!)
    right[at] = feature.length
    add(tree, tree.right[node]!)
  }
  for (const tree of trees) {
    roots.push(feature.length)
    add(tree, 0)
  }
  return {
    bias,
    roots: Int32Array.from(roots),
    feature: Int16Array.from(feature),
    value: Float32Array.from(value),
    right: Int32Array.from(right),
  }
}
