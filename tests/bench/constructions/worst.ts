import { groups } from './groups/index.ts'

/** The most harmful constructions of every kind, by group and name. */
const worst: readonly (readonly [group: string, name: string])[] = [
  ['insertion modes', 'html with more attributes'],
  ['insertion modes', 'formatting elements that differ, and blocks'],
  ['insertion modes', 'dd in a deep tree of spans'],
  ['insertion modes', 'rb, rt, rtc and rp'],
  ['insertion modes', 'ruby texts'],
  ['insertion modes', 'rows of wide cells'],
  ['insertion modes', 'tables in tables'],
  ['insertion modes', 'noscript with opening signs'],
  ['written', 'em opened again in each block'],
  ['written', 'b in itself, and blocks'],
  ['written', 'as many terms as values'],
  ['written', 'a row wider than all others'],
  ['written', 'relative links below a long base'],
  ['written', 'a link of blanks'],
  ['shells', 'timers'],
  ['data', 'CSV: wide first, then short'],
  ['data', 'RSS: tags in cdata'],
  ['office', 'EPUB: marks again in each block'],
  ['pdf', 'pages'],
  ['sites', 'coding br'],
]

/** The worst constructions, with their groups and indexes. */
export const worstConstructions = worst.map(([group, name]) => {
  const index = groups[group]!.findIndex((construction) => construction.name === name)
  if (index < 0) throw new Error(`There is no construction ${group}: ${name}`)
  return { group, index, construction: groups[group]![index]! }
})
