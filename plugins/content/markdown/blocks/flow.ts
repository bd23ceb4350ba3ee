import type { Room } from '../../budget.ts'
import type { Element, Node } from '../../tree/index.ts'
import type { View } from '../../view/view.ts'
import type { Inline } from '../inline/inline.ts'
import type { BlockWriter } from './block-writer.ts'
import type { Footnotes } from './footnotes.ts'

export interface WriterOptions {
  /** No markup: paragraphs, lists with their marks, tables with tabs between cells. */
  plain: boolean
  includeLinks: boolean
  includeImages: boolean
  /** Images without a description say nothing to a reader of text. */
  describedImagesOnly: boolean
  /** Tags such as `<sub>` may stand for what Markdown has no form for. */
  html: boolean
  /** What is written for an address of the page; empty for one that is not linked to. */
  address: (href: string) => string
  /** Links and images keep their titles. */
  titles: boolean
}

/** The writer as those parts of it see it that write lists, tables, links and the like. */
export interface Flow {
  readonly view: View
  readonly options: WriterOptions
  readonly room: Room
  /** For texts of cells that reach over several rows. */
  readonly repeats: Room
  readonly blocks: BlockWriter
  readonly inline: Inline
  readonly footnotes: Footnotes
  /** Addresses of images without a description that were written: further ones are decoration. */
  readonly undescribed: Set<string>
  /** The heading or term that is being written. */
  heading: Element | null
  /** A link around a heading, which is written within it. */
  headingLink: { heading: Element; link: Element } | null
  /** The item that is being written starts with a box of a task list. */
  task: boolean
  shows(node: Node): boolean
  element(element: Element): void
  children(parent: Element): void
  /** Ends the paragraph, if there is one. */
  flush(): void
  /** The edge of a block: ends the paragraph, or where there are none, parts the words. */
  boundary(): void
  /** Writes content as one line, and gives it back. */
  onOneLine(element: Element, inTable?: boolean): string
}
