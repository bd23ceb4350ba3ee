/** A link in a text; its URL is absolute. */
export interface Link {
  text: string
  url: string
}

/** A text with its links; `links` is omitted if there are none. */
export interface Linked {
  text: string
  links?: Link[]
}

/** A text, followed by other blocks: a list within an item, the second paragraph of a quote. */
export interface Contained extends Linked {
  content?: Block[]
}

/** The cells of a row by the names of their columns. */
export type Row = Record<string, string>

/** A part of a section. */
export type Block =
  | ({ type: 'paragraph' } & Linked)
  /** A heading within a list, a quote or a definition, where no section begins. */
  | ({ type: 'heading'; level: number } & Linked)
  | { type: 'list'; ordered: boolean; items: Contained[] }
  | { type: 'definitions'; items: ({ term: string } & Contained)[] }
  | { type: 'table'; caption?: string; rows: Row[]; links?: Link[] }
  | { type: 'code'; language: string | null; code: string }
  | { type: 'image'; src: string; alt: string }
  | ({ type: 'quote' } & Contained)
  /** Links without text around them. */
  | { type: 'links'; links: Link[] }

/** A heading with what follows it until the next one of its level. The first section has no heading and level 0. */
export interface Section {
  heading: string | null
  level: number
  links?: Link[]
  content: Block[]
  sections: Section[]
}

export interface Outline {
  title: string | null
  url: string
  language: string | null
  sections: Section[]
}
