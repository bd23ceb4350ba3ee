/** Whether the path of an address has a hole that a script was to fill: `{{path}}`. It leads nowhere. */
export const hasHole = (href: string): boolean => {
  const at = href.indexOf('{{')
  return at >= 0 && !/[?#]/.test(href.slice(0, at))
}
