import { attr, closest, type Element } from '../../tree/index.ts'

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

/** An element whose tag or role says that it stands around the content. */
export const isLandmark = (element: Element): boolean => {
  switch (element.name) {
    case 'nav':
    case 'aside':
    case 'footer':
    case 'dialog':
      return true
    case 'header':
      // An article's own header has its title.
      return closest(element, 'article', 'main', 'section') === null
    default: {
      const role = attr(element, 'role')
      return role !== null && roles.has(role)
    }
  }
}

const names =
  /(?:^|[\s_-])(?:sidebar|side-bar|breadcrumbs?|pagination|pager|share|sharing|sharedaddy|social|socials|related|recommended|recommendations|newsletter|subscribe|subscription|signup|cookie|cookies|consent|gdpr|comments?|comment-list|disqus|promo|popup|modal|overlay|lightbox|skip-link|screen-reader|site-header|site-footer|masthead|navbar|navigation|menu|widget|widgets|toolbar|footer|copyright|tags|tag-list|author-bio|print-only|toc-mobile|back-to-top)(?:$|[\s_-])/i

/** An element whose names say that it is about the page and not of it. */
export const isBoilerplate = (element: Element): boolean => {
  if (/^(?:html|body|main|article|h[1-6]|p|pre|code|table|tbody|tr|td|img|svg|path)$/.test(element.name)) return false
  const { attrs } = element
  for (let i = 0; i < attrs.length; i += 2) {
    if ((attrs[i] === 'class' || attrs[i] === 'id') && names.test(attrs[i + 1]!)) return true
  }
  return false
}
