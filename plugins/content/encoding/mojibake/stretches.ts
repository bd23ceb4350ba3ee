/** A part of a page's markup. */
export interface Stretch {
  source: string
  /** Text for readers, code shown to readers, or scripts and styles. */
  kind: 'text' | 'code' | 'script'
}

/** Opening tags; at most this many characters of their attributes are searched. */
const OPENING = /<(script|style|code|pre|kbd|samp|textarea)\b([^<>]{0,1000})>/gi
const DATA = /application\/(?:[a-z.-]+\+)?json/i

/** Splits the markup of a page into stretches, in order; data in JSON counts as text. */
export function stretchesOf(source: string): Stretch[] {
  const stretches: Stretch[] = []
  let from = 0
  const add = (to: number, kind: Stretch['kind']) => {
    if (to > from) stretches.push({ source: source.slice(from, to), kind })
    from = to
  }
  for (const { 0: tag, 1: name, 2: attributes, index } of source.matchAll(OPENING)) {
    if (index < from || (name!.toLowerCase() === 'script' && DATA.test(attributes!))) continue
    add(index + tag.length, 'text')
    const isCode = !/^(?:script|style)$/i.test(name!)
    add(endOf(source, name!, from), isCode ? 'code' : 'script')
  }
  add(source.length, 'text')
  return stretches
}

/** The end of an element; the end of the source if it is never closed. */
const endOf = (source: string, name: string, from: number): number => {
  const closing = new RegExp(`</${name}`, 'gi')
  closing.lastIndex = from
  return closing.exec(source)?.index ?? source.length
}
