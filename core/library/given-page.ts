import type { EngineDefinition } from '../contracts/engine.ts'
import { ApiError } from '../errors.ts'
import { defineEngine } from '../host/define.ts'
import { newId } from '../id.ts'

/** A page or document that the caller already has. */
export interface GivenPage {
  content: string | Uint8Array
  /** Its URL: relative links are resolved against it, and its extension may indicate the type. */
  url: string
  /** Such as `application/pdf`; by default the bytes are examined. */
  contentType?: string
}

/** The engine that pages are given to, instead of fetching them. */
export interface GivenPages {
  engine: EngineDefinition
  /** Gives it a page until it is released; `url` is the URL to request from the engine. */
  hand(page: GivenPage): { url: string; [Symbol.dispose](): void }
}

/** No real page has it: the name is not valid on any network. Source: RFC 2606. */
const NOWHERE = 'http://given.invalid/'
export const GIVEN = 'given'

export function createGivenPages(): GivenPages {
  const pages = new Map<string, GivenPage>()
  return {
    engine: defineEngine({
      name: GIVEN,
      api: 1,
      supports: {},
      // It is used only if it is named.
      cost: Number.MAX_SAFE_INTEGER,
      open: () => ({
        async fetch({ url }) {
          const page = pages.get(url.href)
          if (!page) throw new ApiError('scraping_failed', 'This page was not given')
          const { content, contentType } = page
          // Text is UTF-8 by now, whatever the page says about its original bytes.
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
