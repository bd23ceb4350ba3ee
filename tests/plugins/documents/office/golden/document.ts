/** A document of the golden set: its origin, its purpose, and the expected result. */
export interface GoldenDocument {
  file: string
  /** `LibreOffice`, `pandoc` or `SheetJS`, or `by hand` if no program writes the case. */
  from: string
  tries: string
  title?: string | null
  author?: string | null
  language?: string | null
  /** The beginning of the text. */
  date?: string
  pages?: number
  /** Texts that are in the Markdown. */
  says?: readonly string[]
  /** Texts that are in neither Markdown, HTML, text nor JSON. */
  never?: readonly string[]
  /** The complete data of a workbook. */
  json?: unknown
  links?: readonly string[]
  /** The reason if it is refused. */
  refused?: string
}
