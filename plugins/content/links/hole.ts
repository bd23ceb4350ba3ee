/** Whether the path of a URL has a placeholder for a script, such as `{{path}}`, and therefore leads nowhere. */
export const hasHole = (href: string): boolean => {
  const at = href.indexOf('{{')
  return at >= 0 && !/[?#]/.test(href.slice(0, at))
}
