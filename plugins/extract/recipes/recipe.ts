/** The form of a value where the recipe was learned; a value of another form is a different one. */
export type Form = 'number' | 'date' | 'address' | 'code' | 'words' | 'text' | 'flag'

/** Where a value is found. */
export interface Field {
  /** CSS selector on the page's HTML; null: the element of the list itself. */
  selector: string | null
  /** The attribute that holds it; otherwise it is the text. */
  attribute?: string
  /** The text before it, such as `Price:`. */
  after?: string
}

/** How one value of a schema is read from a page. */
export type Rule =
  | { kind: 'value'; field: Field; form: Form }
  | { kind: 'list'; selector: string; field: Field; form: Form }
  | { kind: 'objects'; selector: string; item: Rules }
  | { kind: 'object'; item: Rules }

export type Rules = Record<string, Rule>

/** How a schema is filled from pages of one template. */
export interface Recipe {
  rules: Rules
}

const CODE = /^[A-Za-z\d][A-Za-z\d._/-]{0,39}$/

/** The form of a value. */
export const formOf = (value: unknown): Form => {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'flag'
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d/.test(text)) return 'date'
  if (/^(?:https?:\/\/|mailto:)/.test(text)) return 'address'
  if (/\d/.test(text) && CODE.test(text)) return 'code'
  return text.length > 200 ? 'text' : 'words'
}

/** Whether a value may come from the same place as one of this form; the length of prose varies. */
export const hasForm = (value: unknown, form: Form): boolean => {
  const own = formOf(value)
  const isProse = (each: Form) => each === 'words' || each === 'text'
  return own === form || (isProse(own) && isProse(form)) || (isProse(form) && own === 'code')
}
