import { attr, type Element, hasAttr } from '../../tree/index.ts'

/** Bits of what stands around an element or is the element itself, by its tag or its role: `Regions.inside`. */
export const MAIN = 1 << 0
export const ARTICLE = 1 << 1
export const SECTION = 1 << 2
export const NAV = 1 << 3
export const ASIDE = 1 << 4
export const HEADER = 1 << 5
export const FOOTER = 1 << 6
export const FORM = 1 << 7
export const TABLE = 1 << 8
export const LIST = 1 << 9
export const ITEM = 1 << 10
export const DEFINITIONS = 1 << 11
export const QUOTE = 1 << 12
export const FIGURE = 1 << 13
export const LINK = 1 << 14
export const BUTTON = 1 << 15
/** A dialog. */
export const LAYER = 1 << 16
export const DETAILS = 1 << 17
export const CODE = 1 << 18
/** What is there for browsers without scripts. */
export const UNSCRIPTED = 1 << 19
export const LABEL = 1 << 20
/** How many bits there are. */
export const INSIDE_BITS = 21

const byTag: Readonly<Record<string, number>> = {
  main: MAIN,
  article: ARTICLE,
  section: SECTION,
  nav: NAV,
  aside: ASIDE,
  header: HEADER,
  footer: FOOTER,
  form: FORM,
  table: TABLE,
  ul: LIST,
  ol: LIST,
  li: ITEM,
  dl: DEFINITIONS,
  blockquote: QUOTE,
  figure: FIGURE,
  a: LINK,
  button: BUTTON,
  details: DETAILS,
  pre: CODE,
  noscript: UNSCRIPTED,
  label: LABEL,
}
const byRole: Readonly<Record<string, number>> = {
  main: MAIN,
  article: ARTICLE,
  navigation: NAV,
  complementary: ASIDE,
  banner: HEADER,
  contentinfo: FOOTER,
  search: FORM,
  dialog: LAYER,
  alertdialog: LAYER,
  button: BUTTON,
  list: LIST,
  listitem: ITEM,
}

/** The bits of an element by itself. */
export const insideOf = (element: Element): number => {
  let bits = byTag[element.name] ?? 0
  if (element.attrs.length > 0) {
    const role = attr(element, 'role')
    if (role !== null) bits |= byRole[role] ?? 0
    if (isLayer(element)) bits |= LAYER
  }
  return bits
}

/** Whether a page can show an element at some time only: it is a dialog, or says that it is hidden. */
const isLayer = (element: Element): boolean => element.name === 'dialog' || hasAttr(element, 'aria-modal')
