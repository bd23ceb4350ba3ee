/**
 * The absolute http or https address that a page means, or null where there is none: an empty one, another scheme
 * (`data:`, `javascript:`), or what cannot be read.
 */
export function absoluteUrl(address: string | null | undefined, base: string): string | null {
  const trimmed = address?.trim()
  if (!trimmed) return null
  const url = URL.parse(trimmed, base)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null
}
