import type { View } from '../clean/view.ts'
import type { WriterOptions } from './flow.ts'
import { Writer } from './writer.ts'

export type { WriterOptions } from './flow.ts'

/**
 * What a view shows as Markdown: CommonMark with GitHub's tables, task lists, strikethrough and footnotes, formulas in
 * dollars, definitions as `: text` under their term. The same page gives the same text, byte for byte.
 */
export const toMarkdown = (view: View, options: Omit<WriterOptions, 'plain'>): string =>
  new Writer(view, { ...options, plain: false }).run()
