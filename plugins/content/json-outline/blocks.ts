/** A link of a text; absolute. */
export interface Link {
  text: string
  url: string
}

/** A text with the links in it; `links` is left out where there are none. */
export interface Linked {
  text: string
  links?: Link[]
}

/** A text, and behind it what is not text: a list within an item, the second paragraph of a quote. */
export interface Contained extends Linked {
  content?: Block[]
}

/** What a row says, by the names of its columns. */
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
  /** Links without a text around them. */
  | { type: 'links'; links: Link[] }

/**
 * A heading with what follows it until the next one of its level; the first section has no heading and is level 0.
 */
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
