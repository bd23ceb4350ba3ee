import type { Block, List } from '../model.ts'

/**
 * Joins consecutive lists, or nests one in the other if it is indented further. `lefts`: the left edge of the first
 * item of each list, in points.
 */
export function nestLists(blocks: readonly Block[], lefts: ReadonlyMap<List, number>): Block[] {
  const nested: Block[] = []
  const open: List[] = []
  for (const block of blocks) {
    if (block.kind !== 'list') {
      open.length = 0
      nested.push(block)
      continue
    }
    const left = lefts.get(block) ?? 0
    const isBefore = (list: List) => left < (lefts.get(list) ?? 0) - 4
    while (open.length > 1 && isBefore(open.at(-1)!)) open.pop()
    const last = open.at(-1)
    const isDeeper = last !== undefined && left > (lefts.get(last) ?? 0) + 4
    const isSame = last !== undefined && !isDeeper && (last.start === null) === (block.start === null)
    if (last === undefined || (!isDeeper && !isSame)) {
      open.length = 0
      nested.push(block)
      open.push(block)
    } else if (isDeeper) {
      last.items.at(-1)!.children.push(block)
      open.push(block)
    } else last.items.push(...block.items)
  }
  return nested
}
