import type { ParserName } from 'weirjs/schemas'

/** What a body is: what reads it, and its type. */
export interface Kind {
  parserName: ParserName
  mime: string
}

/** Makes a kind. */
export const kind = (parserName: ParserName, mime: string): Kind => ({ parserName, mime })
