import type { Notes } from '../html-writer/notes.ts'
import type { IsCodeFont } from '../html-writer/without-typewriter.ts'
import type { Relation } from '../opc/relationships.ts'
import type { Numbering } from './numbering.ts'
import type { Styles } from './styles.ts'

/** The state needed to read a part of a Word document. */
export interface Context {
  styles: Styles
  numbering: Numbering
  notes: Notes
  /** The relationships of the part. */
  relations: ReadonlyMap<string, Relation>
  /**
   * The content of charts and diagrams as HTML, by part name. One that is shown again is left out.
   */
  figures: Map<string, string>
  /** Embedded HTML pages by the id of their relationship. */
  chunks: Map<string, string>
  /** Open fields. A field may begin in one paragraph and end in another. */
  fields: Field[]
  isCodeFont: IsCodeFont
}

/** A field: text that Word computes. */
export interface Field {
  /** Its instruction, such as `HYPERLINK "https://…"`. */
  code: string
  /** Whether the following text is its result, and no longer its instruction. */
  isResult: boolean
  /**
   * Whether text in it is shown: it is no instruction, and not in a table of contents, which repeats the headings.
   */
  isShown: boolean
  /** The address to which text in it links, by this field or one around it. */
  href?: string
}
