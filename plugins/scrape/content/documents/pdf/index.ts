import { extractText, getDocumentProxy } from 'unpdf'
import { escapeHtml } from '../escape-html.ts'
import type { Extract } from '../untrusted/extracted.ts'

/** Reads PDF. */
export const extract: Extract = async (bytes) => {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const { totalPages, text } = await extractText(document, { mergePages: false })
  return {
    html: text.map((page) => `<p>${escapeHtml(page)}</p>`).join('\n'),
    title: null,
    author: null,
    description: null,
    language: null,
    created: null,
    modified: null,
    pageCount: totalPages,
    contentSource: 'document',
  }
}
