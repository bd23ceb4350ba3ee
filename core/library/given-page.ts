import type { EngineDefinition } from '../contracts/engine.ts'
import { ApiError } from '../errors.ts'
import { defineEngine } from '../host/define.ts'
import { newId } from '../id.ts'

/** A page or document that the caller has already. */
export interface GivenPage {
  content: string | Uint8Array
  /** Where it is from: what relative links are relative to, and whose extension may say what it is. */
  url: string
  /** Such as `application/pdf`; without it the bytes are looked at. */
  contentType?: string
}

/** The engine that pages are handed to, in place of getting them. */
export interface GivenPages {
  engine: EngineDefinition
  /** Hands it a page until it is let go of; `url` is what to ask the engine for. */
  hand(page: GivenPage): { url: string; [Symbol.dispose](): void }
}

/** As no page is: the name stands for none on any network. Source: RFC 2606. */
const NOWHERE = 'http://given.invalid/'
export const GIVEN = 'given'

export function createGivenPages(): GivenPages {
  const pages = new Map<string, GivenPage>()
  return {
    engine: defineEngine({
      name: GIVEN,
      api: 1,
      supports: {},
      // Nobody chooses it who does not name it.
      cost: Number.MAX_SAFE_INTEGER,
      open: () => ({
        async fetch({ url }) {
          const page = pages.get(url.href)
          if (!page) throw new ApiError('scraping_failed', 'This page was not given')
          const { content, contentType } = page
          // Text is UTF-8 by now, whatever a page says of the bytes that it once was.
          const isText = typeof content === 'string'
          const type = isText ? `${contentType?.split(';', 1)[0] ?? 'text/html'}; charset=utf-8` : contentType
          return {
            url: new URL(page.url),
            status: 200,
            headers: new Headers(type === undefined ? {} : { 'content-type': type }),
            body: isText ? new TextEncoder().encode(content) : content,
          }
        },
      }),
    }),
    hand(page) {
      const url = `${NOWHERE}${newId('page')}`
      pages.set(url, page)
      return { url, [Symbol.dispose]: () => void pages.delete(url) }
    },
  }
}
