import { boilerplateNames } from '../../clean/class-names.ts'
import { isSectionOfText } from '../../clean/id-of-heading.ts'
import { isPageFooter } from '../../clean/page-footer.ts'
import { attr, closest, type Element, type Tree } from '../../tree/index.ts'

const roles = new Set([
  'navigation',
  'banner',
  'contentinfo',
  'complementary',
  'search',
  'dialog',
  'alertdialog',
  'menu',
  'menubar',
  'toolbar',
])

/** Whether the tag or role of an element says that it surrounds the content. */
export const isLandmark = (element: Element): boolean => {
  switch (element.name) {
    case 'nav':
    case 'aside':
    case 'dialog':
      return true
    case 'footer':
      return isPageFooter(element)
    case 'header':
      // An article's own header contains its title.
      return closest(element, 'article', 'main', 'section') === null
    default: {
      const role = attr(element, 'role')
      return role !== null && roles.has(role)
    }
  }
}

/** Whether the names of an element say that it is not part of the content. */
export const isBoilerplate = (tree: Tree, element: Element): boolean => {
  if (/^(?:html|body|main|article|h[1-6]|p|pre|code|table|tbody|tr|td|img|svg|path)$/.test(element.name)) return false
  const { attrs } = element
  for (let i = 0; i < attrs.length; i += 2) {
    if ((attrs[i] !== 'class' && attrs[i] !== 'id') || !boilerplateNames.test(attrs[i + 1]!)) continue
    if (attrs[i] === 'class' || !isSectionOfText(tree, element)) return true
  }
  return false
}
