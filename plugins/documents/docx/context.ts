import type { Notes } from '../html-writer/notes.ts'
import type { IsCodeFont } from '../html-writer/without-typewriter.ts'
import type { Relation } from '../opc/relationships.ts'
import type { Numbering } from './numbering.ts'
import type { Styles } from './styles.ts'

/** What reading a part of a Word document needs. */
export interface Context {
  styles: Styles
  numbering: Numbering
  notes: Notes
  /** Relations of the part that is read. */
  relations: ReadonlyMap<string, Relation>
  /**
   * Pictures of data by their part: what a chart or diagram says, as HTML. One that is shown again says nothing new.
   */
  figures: Map<string, string>
  /** Pages that the document holds as they are, as HTML, by the id of their relation. */
  chunks: Map<string, string>
  /** Fields that are open; they may begin in one paragraph and end in another. */
  fields: Field[]
  isCodeFont: IsCodeFont
}

/** A field: a part of the text that a program computes. */
export interface Field {
  /** What it computes: `HYPERLINK "https://…"`. */
  code: string
  /** Its result follows, no longer its code. */
  isResult: boolean
}
