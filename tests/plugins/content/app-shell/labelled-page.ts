/**
 * A page in the form that a framework or a site gives it, written for these tests, and whether scripts create its
 * content.
 */
export interface LabelledPage {
  what: string
  html: string
  shell: boolean
}

export const page = (body: string, head = '', title = 'Kettles') =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width">${head}</head><body>${body}</body></html>`
export const sentences =
  'The kettle stood on the stove and sang. Nobody listened to it, as nobody had for years. It boiled all the same. '
export const analytics = `<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><script>window.dataLayer = window.dataLayer || []; function gtag(){dataLayer.push(arguments)} gtag('js', new Date())</script>`
