/** A binary heap: removes the smallest item by `compare`, in logarithmic time. */
export class Heap<T> {
  readonly #items: T[] = []
  readonly #compare: (one: T, other: T) => number

  constructor(compare: (one: T, other: T) => number) {
    this.#compare = compare
  }

  get size(): number {
    return this.#items.length
  }

  peek(): T | undefined {
    return this.#items[0]
  }

  push(item: T): void {
    const items = this.#items
    let at = items.push(item) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#compare(item, items[parent]!) >= 0) break
      items[at] = items[parent]!
      at = parent
    }
    items[at] = item
  }

  pop(): T | undefined {
    const items = this.#items
    const first = items[0]
    const last = items.pop()
    if (items.length === 0) return first
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= items.length) break
      if (child + 1 < items.length && this.#compare(items[child + 1]!, items[child]!) < 0) child++
      if (this.#compare(items[child]!, last!) >= 0) break
      items[at] = items[child]!
      at = child
    }
    items[at] = last!
    return first
  }

  /** Removes items that do not satisfy a condition, in linear time. */
  retain(condition: (item: T) => boolean): void {
    for (const item of this.#items.splice(0).filter(condition)) this.push(item)
  }
}
