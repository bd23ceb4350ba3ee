/** The `Cookie` header of a request: the caller's own pairs, and those that sites have set, which win over them. */
export function cookieHeader(own: string | null | undefined, kept: readonly { name: string; value: string }[]): string {
  const names = new Set(kept.map(({ name }) => name))
  const others = own?.split(';').filter((pair) => !names.has(pair.split('=', 1)[0]!.trim())) ?? []
  return [...others.map((pair) => pair.trim()), ...kept.map(({ name, value }) => `${name}=${value}`)]
    .filter((pair) => pair !== '')
    .join('; ')
}
