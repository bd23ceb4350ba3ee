/** Makes a URL absolute; null if it is empty, invalid, or not http or https (such as `data:` or `javascript:`). */
export function absoluteUrl(address: string | null | undefined, base: string): string | null {
  const trimmed = address?.trim()
  if (!trimmed) return null
  const url = URL.parse(trimmed, base)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null
}
