/**
 * Whether a path matches a pattern in which `*` stands for any characters, slashes included. Backtracks only to the
 * last `*`, so that any pattern costs at most its length times the path's.
 */
export function matchesPath(pattern: string, path: string): boolean {
  let at = 0
  let star = -1
  let resume = 0
  let i = 0
  while (i < path.length) {
    if (pattern[at] === '*') {
      star = at++
      resume = i
    } else if (pattern[at] === path[i]) {
      at++
      i++
    } else if (star >= 0) {
      at = star + 1
      i = ++resume
    } else return false
  }
  while (pattern[at] === '*') at++
  return at === pattern.length
}
