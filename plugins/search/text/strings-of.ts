/** The strings in a JSON text that are neither names nor URLs, up to a number of its characters. */
export function stringsOf(json: string, most: number): string {
  const strings: string[] = []
  for (let at = json.indexOf('"'); at >= 0 && at < most; ) {
    const end = endOf(json, at + 1)
    const string = json.slice(at + 1, end)
    if (json[end + 1] !== ':' && !string.startsWith('http')) strings.push(string.replace(/\\./g, ' '))
    at = json.indexOf('"', end + 1)
  }
  return strings.join(' ').slice(0, most)
}

/** The end of the string whose characters start at `at`. */
function endOf(json: string, at: number): number {
  for (let i = at; i < json.length; i++) {
    if (json[i] === '\\') i++
    else if (json[i] === '"') return i
  }
  return json.length
}
