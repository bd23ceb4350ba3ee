/** What was read of late, in memory, by key: what has not been used for longest goes first. */
export interface Hot<V> {
  get(key: string): V | undefined
  put(key: string, value: V, length: number): void
  drop(key: string): void
}

/** `room` is the most that all lengths may make together; what takes more than a sixteenth of it is not kept. */
export function createHot<V>(room: number): Hot<V> {
  const kept = new Map<string, { value: V; length: number }>()
  let left = room
  const drop = (key: string) => {
    left += kept.get(key)?.length ?? 0
    kept.delete(key)
  }
  return {
    get(key) {
      const found = kept.get(key)
      if (!found) return undefined
      // A map gives its entries in the order in which they were set.
      kept.delete(key)
      kept.set(key, found)
      return found.value
    },
    put(key, value, length) {
      drop(key)
      if (length > room / 16) return
      kept.set(key, { value, length })
      left -= length
      for (const oldest of kept.keys()) {
        if (left >= 0) return
        drop(oldest)
      }
    },
    drop,
  }
}
