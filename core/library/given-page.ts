import type { EngineDefinition } from '../contracts/engine.ts'
import { ApiError } from '../errors.ts'
import { defineEngine } from '../host/define.ts'
import { newId } from '../id.ts'

/** A page or document that the caller already has. */
export interface GivenPage {
  content: string | Uint8Array
  /** Its address, to which links are relative. Its extension may determine the type. */
  url: string
  /** Such as `application/pdf`. Default: detected from the bytes. */
  contentType?: string
}

/** An engine that returns given pages instead of fetching any. */
export interface GivenPages {
  engine: EngineDefinition
  /** Hands it a page until disposal; `url` is the address under which the engine has the page. */
  hand(page: GivenPage): { url: string; [Symbol.dispose](): void }
}

/** No real page has this address: the name exists on no network. Source: RFC 2606. */
const NOWHERE = 'http://given.invalid/'
export const GIVEN = 'given'

export function createGivenPages(): GivenPages {
  const pages = new Map<string, GivenPage>()
  return {
    engine: defineEngine({
      name: GIVEN,
      api: 1,
      supports: {},
      // The engine is used only if it is named.
      cost: Number.MAX_SAFE_INTEGER,
      open: () => ({
        async fetch({ url }) {
          const page = pages.get(url.href)
          if (!page) throw new ApiError('scraping_failed', 'This page was not given')
          const { content, contentType } = page
          // The text is UTF-8 by now, whatever encoding the page declares.
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
