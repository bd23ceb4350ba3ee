import { BLOCK, type Element, HEADING, hasAttr, type TagInfo, tagOf, UNSEEN, wordless } from '../tree/index.ts'
import {
  writeBlock,
  writeCite,
  writeCodeBlock,
  writeDefinition,
  writeHeading,
  writeQuote,
  writeRule,
  writeSummary,
  writeTerm,
} from './blocks/block-writers.ts'
import type { Flow } from './blocks/flow.ts'
import { writeList } from './blocks/list.ts'
import { writeTable } from './blocks/write-table.ts'
import { writeLink } from './inline/link.ts'
import { writeFrame, writeImage, writeInput, writeMedia } from './inline/media.ts'
import {
  spanWriter,
  writeApart,
  writeBreak,
  writeCode,
  writeInserted,
  writeQuotation,
  writeRaised,
  writeRuby,
} from './inline/phrase.ts'

export type Write = (flow: Flow, element: Element) => void

const children: Write = (flow, element) => flow.children(element)
const nothing: Write = () => {}

const forms: readonly (readonly [string, Write])[] = [
  ['a', writeLink],
  ['audio video', writeMedia],
  ['b strong', spanWriter('strong', 'strong')],
  ['blockquote', writeQuote],
  ['br', writeBreak],
  ['button label', writeApart],
  ['cite', writeCite],
  ['code samp tt', writeCode],
  ['dd', writeDefinition],
  ['del s strike', spanWriter('del', 'del')],
  ['dir menu ol ul', writeList],
  ['dt', writeTerm],
  ['em i', spanWriter('em', 'em')],
  ['embed frame iframe', writeFrame],
  ['hr', writeRule],
  ['amp-img img', writeImage],
  ['input', writeInput],
  ['ins', writeInserted],
  ['kbd', spanWriter('html', 'kbd')],
  ['listing pre xmp', writeCodeBlock],
  ['mark', spanWriter('html', 'mark')],
  ['q', writeQuotation],
  ['rt', writeRuby],
  ['sub', spanWriter('html', 'sub')],
  ['summary', writeSummary],
  ['sup', writeRaised],
  ['table', writeTable],
  ['template', (flow, element) => (hasAttr(element, 'shadowrootmode') ? flow.children(element) : undefined)],
  ['u', spanWriter('html', 'u')],
]

/** Writers by tag code; unknown names have code 0. */
const byCode: Write[] = [children]
for (const name of wordless) byCode[tagOf(name).code] = nothing
for (const [names, write] of forms) for (const name of names.split(' ')) byCode[tagOf(name).code] = write

const byFlags = ({ flags }: TagInfo): Write => {
  if ((flags & HEADING) !== 0) return writeHeading
  if ((flags & UNSEEN) !== 0) return nothing
  return (flags & BLOCK) !== 0 ? writeBlock : children
}

/** The writer of elements with this tag. */
export const writerOf = (tag: TagInfo): Write => (byCode[tag.code] ??= byFlags(tag))
