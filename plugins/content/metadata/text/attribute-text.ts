import { attr, type Element } from '../../tree/index.ts'

/** The values of those of these attributes that an element has, in this order, with blanks between them. */
export function attributeText(element: Element, names: readonly string[]): string {
  let text = ''
  for (const name of names) {
    const value = attr(element, name)
    if (value) text = text === '' ? value : `${text} ${value}`
  }
  return text
}
