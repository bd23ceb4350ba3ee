/** Whether some JSON data has more values than this, at any depth. */
export function hasMoreValues(data: unknown, most: number): boolean {
  const found = [data]
  for (let at = 0; at < found.length && found.length <= most; at++) {
    const value = found[at]
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) found.push(inner)
  }
  return found.length > most
}
