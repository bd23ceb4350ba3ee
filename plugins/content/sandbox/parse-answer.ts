import type { DocumentModel } from '../document-model.ts'
import { unreadable } from '../unreadable.ts'
import { splitAnswer } from './answer.ts'

/** For a child that ended without an answer; `cause` is for the log. */
export const damaged = (cause: string) =>
  unreadable('damaged', 'The document is damaged, or not of the type that it seems to be', cause)

/** What a reader need not say. */
const unsaid = {
  title: null,
  author: null,
  description: null,
  language: null,
  created: null,
  modified: null,
  pageCount: null,
  contentSource: 'document',
} as const

/** A document whose HTML is not decoded, UTF-8. */
export type WrittenDocument = Omit<DocumentModel, 'html'> & { html: Uint8Array }

/**
 * A document out of what its process wrote, which its HTML is a part of. Throws ApiError `scraping_failed` where that
 * is why it could not be read.
 */
export function parseAnswer(written: Uint8Array): WrittenDocument {
  const { answer, html } = split(written)
  if ('refused' in answer) throw unreadable(answer.refused.reason, answer.refused.message, answer.refused.cause)
  return { ...unsaid, ...answer.document, html }
}

const split = (written: Uint8Array) => {
  try {
    return splitAnswer(written)
  } catch {
    throw damaged('its process wrote no answer')
  }
}
