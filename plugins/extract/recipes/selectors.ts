import { attr, type Element } from '../../content/toolkit.ts'
import type { TemplatePage } from './template-page.ts'

/** Attributes that stay the same across a template, best first. */
const STABLE = ['itemprop', 'property', 'data-testid', 'data-test', 'data-qa', 'data-field', 'data-name', 'id', 'name']
/** How many levels may lie between an element and the one that it is found by. */
const MAX_LEVELS = 5
const MAX_LABEL = 40

/** Names that seem to be generated for each release or each item: `css-1x2y3z`, `product-4711`. */
const isMadeUp = (name: string) =>
  /\d{3}/.test(name) || (/\d/.test(name) && /^(?:css|sc|jsx|_)/.test(name)) || name.length > 40

const isPlainName = (name: string) => /^-?[A-Za-z_][\w-]*$/.test(name)

const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`

/** Selectors by an element's own properties, the most stable first. */
const ownSelectors = (element: Element): string[] => {
  const { name } = element
  const byAttribute = STABLE.flatMap((each) => {
    const value = attr(element, each)
    return value && value.length <= 60 && !isMadeUp(value) ? [`${name}[${each}=${quoted(value)}]`] : []
  })
  const classes = (attr(element, 'class') ?? '').split(/\s+/).filter((each) => isPlainName(each) && !isMadeUp(each))
  const byClass = classes.slice(0, 4).map((each) => `${name}.${each}`)
  const byAll = classes.length > 1 ? [`${name}.${classes.slice(0, 6).join('.')}`] : []
  return [
    ...byAttribute,
    ...byAll,
    ...byClass,
    ...(name === 'h1' || name === 'main' || name === 'article' ? [name] : []),
  ]
}

const placeAmongKind = (element: Element): number => {
  let place = 1
  for (let node = element.prev; node !== null; node = node.prev)
    if ('name' in node && node.name === element.name) place++
  return place
}

/** Selectors that may find an element: by itself, by its label, by its position within an element found by itself. */
export const selectorsFor = (element: Element, page: TemplatePage, after: string | undefined): string[] => [
  ...(after === undefined ? [] : [`${element.name}:contains(${quoted(after)})`]),
  ...ownSelectors(element),
  ...byLabel(element, page),
  ...inPlace(element),
]

/** The same within an entry of a list, where a neighbour may be another of its values. */
export const selectorsInEntry = (element: Element): string[] => [...ownSelectors(element), ...inPlace(element)]

const inPlace = (element: Element) => byPlace(element, (each) => `${each.name}:nth-of-type(${placeAmongKind(each)})`)

/** The same for all elements like this one: without its position among its siblings. */
export const selectorsForAll = (element: Element): string[] => [
  ...ownSelectors(element),
  ...byPlace(element, (each) => (each === element ? each.name : `${each.name}:nth-of-type(${placeAmongKind(each)})`)),
]

/** `dt:contains("Weight") + dd`: what stands beside a label in a definition list or a table. */
const byLabel = (element: Element, page: TemplatePage): string[] => {
  let label = element.prev
  while (label !== null && !('name' in label)) label = label.prev
  if (label === null || !/^(?:dt|th|td|span|strong|b|label|div|p)$/.test(label.name)) return []
  const text = page.textOf(label)
  if (text === '' || text.length > MAX_LABEL || /\d/.test(text)) return []
  return [`${label.name}:contains(${quoted(text)}) + ${element.name}`]
}

const byPlace = (element: Element, step: (element: Element) => string): string[] => {
  const found: string[] = []
  let path = step(element)
  let parent = element.parent
  for (let level = 0; parent !== null && level < MAX_LEVELS; level++, parent = parent.parent) {
    if (parent.name === 'body' || parent.name === 'html') {
      found.push(`body > ${path}`)
      break
    }
    for (const own of ownSelectors(parent)) found.push(`${own} > ${path}`)
    path = `${step(parent)} > ${path}`
  }
  return found
}
