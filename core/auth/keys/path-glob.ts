/**
 * Whether a path matches a pattern in which `*` stands for any characters, slashes included. The text between two `*`
 * is taken where it occurs first, so that any pattern costs little more than its length and the path's: a key may
 * have fifty, and a request that they refuse counts against no limit.
 */
export function matchesPath(pattern: string, path: string): boolean {
  const [first = '', ...parts] = pattern.split('*')
  const last = parts.pop()
  if (last === undefined) return path === pattern
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const part of parts) {
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return path.length - last.length >= at && path.endsWith(last)
}
