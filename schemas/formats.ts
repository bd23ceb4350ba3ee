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
/** Formats that are text. */
export const textFormats = ['markdown', 'html', 'rawHtml', 'text', 'summary'] as const
/** Formats that are data: objects and lists. */
export const dataFormats = ['json', 'structured', 'links', 'images', 'attributes'] as const
/** Formats with the content of the page; the others are pictures of it, or made by a model. */
export const contentFormats = [...textFormats, ...dataFormats] as const
export type ContentFormat = (typeof contentFormats)[number]
