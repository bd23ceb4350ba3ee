import { Room } from '../budget.ts'
import type { View } from '../view/view.ts'
import type { WriterOptions } from './blocks/flow.ts'
import { Writer } from './writer.ts'

export type { WriterOptions } from './blocks/flow.ts'

/**
 * What a view shows as Markdown: CommonMark with GitHub's tables, task lists, strikethrough and footnotes, formulas
 * in dollars, definitions under their term in bold. The same page gives the same text, byte for byte. It ends about
 * where the room does: some escapes and ends of elements go beyond.
 */
export const toMarkdown = (
  view: View,
  options: Omit<WriterOptions, 'plain'>,
  room = new Room(Number.POSITIVE_INFINITY),
): string => new Writer(view, { ...options, plain: false }, room).run()
