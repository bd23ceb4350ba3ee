import { singleSpaced } from './characters.ts'

/** Characters without a meaning in a destination; nearly all URLs have no others. */
const plainAddress = /^[\w\-.~:/?#[\]@!$'*+,;=%]*$/

/** A URL as the destination of a link. */
export const destination = (href: string): string => {
  if (plainAddress.test(href)) return href
  let out = href
  if (/[\s\p{Cc}<>]/u.test(out)) {
    out = out.replace(/[\s\p{Cc}<>]/gu, (c) =>
      c < '\u0080' ? `%${c.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}` : encodeURI(c),
    )
  }
  if (out.includes('\\')) out = out.replaceAll('\\', '%5C')
  if (out.includes('&')) out = out.replace(/&(?=(?:#x?)?[\da-z]{1,31};)/gi, '\\&')
  if ((out.includes('(') || out.includes(')')) && !balanced(out)) out = out.replace(/[()]/g, '\\$&')
  return out
}

/** Whether parentheses are balanced, and nested no deeper than every parser allows. */
const balanced = (text: string): boolean => {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 40 && ++depth > 30) return false
    if (c === 41 && --depth < 0) return false
  }
  return depth === 0
}

/** A title as it follows a destination, with the blank before it; empty for none. */
export const titled = (title: string): string => {
  const text = singleSpaced(title)
  if (text === '') return ''
  if (!/[\\&"]/.test(text)) return ` "${text}"`
  const escaped = text.replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\').replace(/&(?=(?:#x?)?[\da-z]{1,31};)/gi, '\\&')
  if (!escaped.includes('"')) return ` "${escaped}"`
  return escaped.includes("'") ? ` "${escaped.replaceAll('"', '\\"')}"` : ` '${escaped}'`
}
