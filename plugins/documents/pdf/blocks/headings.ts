import type { Block, Paragraph } from '../model.ts'
import { textOf } from '../model.ts'
import { unbold } from '../text/spans.ts'
import { LARGER } from './groups.ts'

const MAX_LENGTH = 200
const MAX_LINES = 3
/** A heading that is no larger than the text is short. */
const MAX_BOLD_LENGTH = 100

/** The titles of a document's outline, as they are compared, and how deep each stands, from 1. */
export type Outline = ReadonlyMap<string, number>

/** A title as it is compared: its letters and digits in lower case. */
export const comparable = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * Makes headings of the paragraphs that are set as headings are: in larger letters than most, or short, in bold and
 * alone; or that the outline names. Levels go by size; `body` is that of most text, points.
 */
export function markHeadings(blocks: readonly Block[], outline: Outline, body: number): Block[] {
  const isLarger = ({ size }: Paragraph) => size >= body * LARGER
  const found = new Map<Paragraph, 'larger' | 'bold'>()
  for (const [i, block] of blocks.entries()) {
    if (block.kind !== 'paragraph' || !couldBeHeading(block)) continue
    const next = blocks[i + 1]
    if (isLarger(block)) found.set(block, 'larger')
    else if (outline.has(comparable(textOf(block.spans)))) found.set(block, 'bold')
    else if (isBoldLine(block) && block.size >= body * 0.95 && next !== undefined && !isBoldParagraph(next)) {
      found.set(block, 'bold')
    }
  }
  const larger = [...found].filter(([, kind]) => kind === 'larger').map(([block]) => block)
  const levels = levelsOf(larger)
  return blocks.map((block) => {
    const kind = block.kind === 'paragraph' ? found.get(block) : undefined
    if (block.kind !== 'paragraph' || kind === undefined) return block
    const named = outline.get(comparable(textOf(block.spans)))
    const bySize = kind === 'larger' ? levels.get(Math.round(block.size))! : undefined
    const level = bySize ?? Math.max(named ?? 0, Math.min(6, Math.max(2, levels.size + 1)))
    const spans = unbold(block.spans)
    return { kind: 'heading', level: Math.min(6, level), spans }
  })
}

function couldBeHeading(block: Paragraph): boolean {
  const text = textOf(block.spans)
  return block.lines <= MAX_LINES && text.length <= MAX_LENGTH && /\p{L}/u.test(text) && text.length > 1
}

const isBoldParagraph = (block: Block) => block.kind === 'paragraph' && isBoldLine(block)

function isBoldLine({ spans, lines }: Paragraph): boolean {
  const text = textOf(spans)
  return lines <= 2 && text.length <= MAX_BOLD_LENGTH && spans.every(({ bold }) => bold) && !/[.,;:]$/.test(text)
}

/** Levels by size, rounded to points: the largest is 1. */
function levelsOf(blocks: readonly Paragraph[]): Map<number, number> {
  const sizes = [...new Set(blocks.map(({ size }) => Math.round(size)))].sort((a, b) => b - a)
  return new Map(sizes.map((size, i) => [size, Math.min(6, i + 1)]))
}
