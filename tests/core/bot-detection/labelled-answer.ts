/** An answer of our own making, in the form of a vendor's, and the vendor; undefined for a real page. */
export interface LabelledAnswer {
  what: string
  status: number
  headers?: Record<string, string>
  html: string
  vendor: string | undefined
}

export const page = (title: string, body: string, head = '') =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`
export const sentences =
  'The kettle stood on the stove and sang. Nobody listened to it, as nobody had for years. It boiled all the same. '
export const article = (body: string) =>
  page('On kettles', `<main><h1>On kettles</h1><p>${sentences.repeat(20)}</p>${body}</main>`)
