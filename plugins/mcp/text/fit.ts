/** As many entries of a list as fit into a number of characters of JSON; at least one. */
export function fit<T>(entries: readonly T[], most: number): T[] {
  let size = 0
  const end = entries.findIndex((entry, index) => {
    size += JSON.stringify(entry).length + 1
    return size > most && index > 0
  })
  return end < 0 ? [...entries] : entries.slice(0, end)
}
