/** A part of a page's markup. */
export interface Stretch {
  source: string
  /** Text for readers, code that is shown to them, or what programs alone read. */
  kind: 'text' | 'code' | 'script'
}

/** The attributes of a tag are looked through no further than this. */
const OPENING = /<(script|style|code|pre|kbd|samp|textarea)\b([^<>]{0,1000})>/gi
const DATA = /application\/(?:[a-z.-]+\+)?json/i

/** The markup of a page in stretches, in order; data in JSON counts as text. */
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

/** Where an element ends: one that nobody closes goes on to the end. */
const endOf = (source: string, name: string, from: number): number => {
  const closing = new RegExp(`</${name}`, 'gi')
  closing.lastIndex = from
  return closing.exec(source)?.index ?? source.length
}
