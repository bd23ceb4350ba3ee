import { damageOf, isTelling } from './evidence.ts'
import { decodeRun, runs } from './sequences.ts'
import { stretchesOf } from './stretches.ts'

/** Text is hardly ever encoded more often, and each round takes time proportional to the page. */
const MAX_ROUNDS = 4

/**
 * Repairs text of a page that was encoded twice: its UTF-8 was read as Windows-1252 or Latin-1 and encoded again, so
 * that a closing quotation mark shows as `â€™`. This happens to whole pages, and to content from a database in a page
 * that is otherwise right. Changes the markup only if the page as a whole leaves no doubt.
 */
export function mendMojibake(source: string): string {
  let mended = source
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = mendOnce(mended)
    if (next === mended) break
    mended = next
  }
  return mended
}

const mendOnce = (source: string): string => {
  const stretches = stretchesOf(source)
  const texts = stretches.filter(({ kind }) => kind === 'text').map((stretch) => stretch.source)
  const damage = damageOf(texts)
  if (damage === 'none') return source
  const mended = stretches.map(({ source: part, kind }) => {
    if (kind === 'script') return part
    if (damage === 'whole') return mendBetween(part, (text) => text.replace(runs(), decodeRun))
    return kind === 'text' ? mendBetween(part, (text) => text.replace(SEGMENT, mendSegment)) : part
  })
  return mended.join('')
}

/** URLs are not changed: they may lead to a file whose name was encoded twice. */
const ADDRESS = /\b(?:href|src|srcset|action|poster|cite)\s{0,9}=\s{0,9}(?:"[^"<>]*"|'[^'<>]*')/gi

const mendBetween = (part: string, mend: (text: string) => string): string => {
  let mended = ''
  let from = 0
  for (const { 0: address, index } of part.matchAll(ADDRESS)) {
    mended += mend(part.slice(from, index)) + address
    from = index + address.length
  }
  return mended + mend(part.slice(from))
}

/** A text between tags, or the value of an attribute. */
const SEGMENT = /[^<>"\n]+/g
const LETTER = /[\u00c0-\u024f]/

/**
 * Repairs a segment. Text from one source is damaged as a whole: if a run is telling and no letter is right, all runs
 * are damaged.
 */
const mendSegment = (segment: string): string => {
  const isTellingAt = (run: string, at: number) => isTelling(run, segment[at - 1] ?? '')
  if (![...segment.matchAll(runs())].some(({ 0: run, index }) => isTellingAt(run, index))) return segment
  const isAllDamaged = !LETTER.test(segment.replace(runs(), ''))
  return segment.replace(runs(), (run, at: number) => (isAllDamaged || isTellingAt(run, at) ? decodeRun(run) : run))
}
