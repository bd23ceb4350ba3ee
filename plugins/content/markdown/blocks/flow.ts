import type { Room } from '../../budget.ts'
import type { Element, Node } from '../../tree/index.ts'
import type { View } from '../../view/view.ts'
import type { InlineSpan } from '../inline/emphasis.ts'
import type { Inline } from '../inline/inline.ts'
import type { BlockWriter } from './block-writer.ts'
import type { Footnotes } from './footnotes.ts'

export interface WriterOptions {
  /** Writes no markup: paragraphs, lists with their markers, tables with tabs between cells. */
  plain: boolean
  includeLinks: boolean
  includeImages: boolean
  /** Whether to skip images without a description, which say nothing to a reader of text. */
  describedImagesOnly: boolean
  /** Whether tags such as `<sub>` may be used where Markdown has no syntax. */
  html: boolean
  /** Maps a URL of the page to the one that is written; empty if it is not linked. */
  address: (href: string) => string
  /** Whether links and images keep their titles. */
  titles: boolean
}

/** A link around blocks. Markdown cannot express one, so the link is written in one of them. */
export interface Card {
  link: Element
  /** The number of spans around it. */
  depth: number
  /** The heading that it is written in. */
  heading: Element | null
  /** The node before which it opens, until it has. */
  start: Node | null
  /** The link once it is open. */
  span: InlineSpan | null
}

/** The writer as the modules for lists, tables, links and so on see it. */
export interface Flow {
  readonly view: View
  readonly options: WriterOptions
  readonly room: Room
  /** The room for repeating the texts of cells that span several rows. */
  readonly repeats: Room
  readonly blocks: BlockWriter
  readonly inline: Inline
  readonly footnotes: Footnotes
  /** The URLs of images without a description that have been written; repeats are decoration. */
  readonly undescribed: Set<string>
  /** The heading or term that is being written. */
  heading: Element | null
  /** The card that is being written. */
  card: Card | null
  /** Whether the current item starts with a task-list box. */
  task: boolean
  shows(node: Node): boolean
  element(element: Element): void
  children(parent: Element): void
  /** Ends the paragraph, if there is one. */
  flush(): void
  /** Marks the edge of a block: ends the paragraph or, in flat text, separates the words. */
  boundary(): void
  /** Writes content on one line and returns it. */
  onOneLine(element: Element, inTable?: boolean): string
}
