/** A document of the golden set: what made it, what it tries, and what must be read of it. */
export interface GoldenDocument {
  file: string
  /** `LibreOffice`, `pandoc`, `SheetJS`; `by hand` where no program writes the case. */
  from: string
  tries: string
  title?: string | null
  author?: string | null
  language?: string | null
  /** As it begins. */
  date?: string
  pages?: number
  /** Each stands in the Markdown. */
  says?: readonly string[]
  /** None stands in the Markdown, the HTML, the text or the JSON. */
  never?: readonly string[]
  /** Of workbooks: all of it. */
  json?: unknown
  links?: readonly string[]
  /** The reason of a refusal. */
  refused?: string
}
