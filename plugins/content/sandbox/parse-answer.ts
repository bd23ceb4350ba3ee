import type { DocumentModel } from '../document-model.ts'
import { unreadable } from '../unreadable.ts'
import { splitAnswer } from './answer.ts'

/** The error for a child that ended without an answer; `cause` is for the log. */
export const damaged = (cause: string) =>
  unreadable('damaged', 'The document is damaged, or not of the type that it seems to be', cause)

/** Defaults for what a reader omits. */
const defaults = {
  title: null,
  author: null,
  description: null,
  language: null,
  created: null,
  modified: null,
  pageCount: null,
  contentSource: 'document',
} as const

/** A document whose HTML is still encoded in UTF-8. */
export type WrittenDocument = Omit<DocumentModel, 'html'> & { html: Uint8Array }

/**
 * Parses what a reader's process wrote; the HTML is a view of the same buffer. Throws ApiError `scraping_failed` if
 * the document could not be read.
 */
export function parseAnswer(written: Uint8Array): WrittenDocument {
  const { answer, html } = split(written)
  if ('refused' in answer) throw unreadable(answer.refused.reason, answer.refused.message, answer.refused.cause)
  return { ...defaults, ...answer.document, html }
}

const split = (written: Uint8Array) => {
  try {
    return splitAnswer(written)
  } catch {
    throw damaged('its process wrote no answer')
  }
}
