export const formats = [
  'markdown',
  'html',
  'rawHtml',
  'text',
  'json',
  'structured',
  'links',
  'screenshot',
  'screenshot@fullPage',
  'pdf',
  'extract',
  'images',
  'attributes',
  'summary',
  'changeTracking',
] as const
export type Format = (typeof formats)[number]
/** Those that are text. */
export const textFormats = ['markdown', 'html', 'rawHtml', 'text', 'summary'] as const
/** Those that are data: objects and lists. */
export const dataFormats = ['json', 'structured', 'links', 'images', 'attributes'] as const
/** Those that say what the page says; the others are pictures of it, or what a model made of it. */
export const contentFormats = [...textFormats, ...dataFormats] as const
export type ContentFormat = (typeof contentFormats)[number]
