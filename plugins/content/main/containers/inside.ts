import { attr, type Element, hasAttr } from '../../tree/index.ts'

/** Bits of `Containers.inside`: what an element or one of its ancestors is, by tag or role. */
const MAIN = 1 << 0
/** An article, or something in one. */
export const ARTICLE = 1 << 1
const SECTION = 1 << 2
const NAV = 1 << 3
const ASIDE = 1 << 4
const HEADER = 1 << 5
const FOOTER = 1 << 6
const FORM = 1 << 7
const TABLE = 1 << 8
const LIST = 1 << 9
const ITEM = 1 << 10
const DEFINITIONS = 1 << 11
const QUOTE = 1 << 12
const FIGURE = 1 << 13
const LINK = 1 << 14
const BUTTON = 1 << 15
/** A dialog. */
const LAYER = 1 << 16
const DETAILS = 1 << 17
const CODE = 1 << 18
/** Content for browsers without scripts. */
const UNSCRIPTED = 1 << 19
const LABEL = 1 << 20
/** The names of the bits, from the lowest. */
export const insideNames: readonly string[] = [
  'main article section nav aside header footer form table list item definitions quote figure link button layer',
  'details code unscripted label',
].flatMap((names) => names.split(' '))
/** The number of bits. */
export const INSIDE_BITS = insideNames.length

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

/** The bits of an element itself. */
export const insideOf = (element: Element): number => {
  let bits = byTag[element.name] ?? 0
  if (element.attrs.length > 0) {
    const role = attr(element, 'role')
    if (role !== null) bits |= byRole[role] ?? 0
    if (isLayer(element)) bits |= LAYER
  }
  return bits
}

/** Whether a page shows the element only at times: it is a dialog. */
const isLayer = (element: Element): boolean => element.name === 'dialog' || hasAttr(element, 'aria-modal')
