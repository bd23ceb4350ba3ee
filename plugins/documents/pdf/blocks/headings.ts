import type { Block, Paragraph } from '../model.ts'
import { textOf } from '../model.ts'
import { unbold } from '../text/spans.ts'
import { LARGER } from './groups.ts'

const MAX_LENGTH = 200
const MAX_LINES = 3
/** Maximum length of a heading in the size of the text. */
const MAX_BOLD_LENGTH = 100

/** The levels of the titles in a document's outline, from 1, by comparable title. */
export type Outline = ReadonlyMap<string, number>

/** A title for comparison: only letters and digits, in lower case. */
export const comparable = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/**
 * Turns paragraphs into headings if they are set in a larger size than most text, are short and all bold, or are in
 * the outline. The level follows from the size. `body`: the size of most text in points.
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

/** Levels by size, which is rounded to points. The largest size is level 1. */
function levelsOf(blocks: readonly Paragraph[]): Map<number, number> {
  const sizes = [...new Set(blocks.map(({ size }) => Math.round(size)))].sort((a, b) => b - a)
  return new Map(sizes.map((size, i) => [size, Math.min(6, i + 1)]))
}
