import { singleSpaced } from './characters.ts'

/** Characters that mean nothing in a destination; nearly all addresses have no others. */
const plainAddress = /^[\w\-.~:/?#[\]@!$'*+,;=%]*$/

/** An address as a link's destination. */
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

/** Whether parentheses come in pairs, nested no deeper than every reader allows. */
const balanced = (text: string): boolean => {
  let depth = 0
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (c === 40 && ++depth > 30) return false
    if (c === 41 && --depth < 0) return false
  }
  return depth === 0
}

/** A title as it stands behind a destination, with the blank before it; empty for none. */
export const titled = (title: string): string => {
  const text = singleSpaced(title)
  if (text === '') return ''
  if (!/[\\&"]/.test(text)) return ` "${text}"`
  const escaped = text.replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\').replace(/&(?=(?:#x?)?[\da-z]{1,31};)/gi, '\\&')
  if (!escaped.includes('"')) return ` "${escaped}"`
  return escaped.includes("'") ? ` "${escaped.replaceAll('"', '\\"')}"` : ` '${escaped}'`
}
