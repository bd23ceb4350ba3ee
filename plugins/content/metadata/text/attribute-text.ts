import { attr, type Element } from '../../tree/index.ts'

/** The values of an element's attributes with these names, in this order, separated by blanks. */
export function attributeText(element: Element, names: readonly string[]): string {
  let text = ''
  for (const name of names) {
    const value = attr(element, name)
    if (value) text = text === '' ? value : `${text} ${value}`
  }
  return text
}
