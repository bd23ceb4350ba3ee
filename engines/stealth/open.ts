import { chromium } from 'patchright-core'
import type { BrowserType } from 'playwright-core'
import {
  type Attempt,
  blocked,
  type Engine,
  type EngineContext,
  type EngineKit,
  findBlock,
  isApiError,
  type Page,
  type PageRequest,
  type StealthLevel,
  timedOut,
} from 'weirjs'
import type { ChromiumSettings } from '../chromium/index.ts'
import { pagesFor } from '../playwright/index.ts'
import { createSiteMemory, levelsFor } from './escalation.ts'
import { impersonatingFetch } from './impersonating-fetch.ts'
import { openAdvanced, openMaximum } from './stealth-browser.ts'

/** Memory of a page in the full browser, in bytes. */
const BYTES_PER_PAGE = 150 * 1024 * 1024
/** The share of the time that a request without a browser may take: some sites let such clients wait forever. */
const BASIC_SHARE = 0.4
/** The share of the time reserved for reporting that a site was suspicious of its visitor. */
const WORD_SHARE = 0.03

/** The running engine. Separate from its definition, because the libraries take half a second to load. */
export async function openStealth(kit: EngineKit<ChromiumSettings>): Promise<Engine> {
  const library = chromium as unknown as BrowserType
  const pages = kit.config.pages ?? pagesFor({ bytesPerPage: BYTES_PER_PAGE, max: 8 })
  const advanced = await openAdvanced({ library, kit, pages })
  const maximum = await openMaximum({ library, kit, pages })
  const sites = createSiteMemory()

  const tries: Record<StealthLevel, (request: PageRequest, context: EngineContext) => Promise<Page>> = {
    async basic(request, { signal }) {
      const timeout = AbortSignal.timeout(request.timeout * BASIC_SHARE)
      const page = await impersonatingFetch(request, { kit, signal: AbortSignal.any([signal, timeout]) })
      const block = findBlock(page)
      if (block) throw blocked(request.url, block, request.stealth)
      return page
    },
    advanced: (request, context) => advanced.fetch(request, context),
    maximum: (request, context) => maximum.fetch(request, context),
  }

  return {
    async fetch(request, context) {
      const time = request.timeout * (1 - WORD_SHARE)
      const ends = performance.now() + time
      const late = AbortSignal.timeout(time)
      const signal = AbortSignal.any([context.signal, late])
      const escalation = levelsFor(request, sites.level(request.url.host))
      const attempts: Attempt[] = []
      let doubt: unknown
      // Reported with the caller's timeout, not with the share of a level.
      const asTimedOut = (error: unknown) => (isTimeout(error) ? timedOut(request, error) : error)
      for (const [i, level] of escalation.entries()) {
        const started = performance.now()
        const note = (status: number, reason: string) =>
          void attempts.push({
            engine: 'stealth',
            url: request.url.href,
            status,
            reason,
            level,
            ms: Math.round(performance.now() - started),
          })
        try {
          const page = await tries[level]({ ...request, timeout: ends - started }, { ...context, signal })
          if (level === 'basic' && page.status === 403 && i < escalation.length - 1) {
            note(403, 'refused')
            continue
          }
          // The first level says nothing about the site: the request asked for it, or the site is remembered already.
          if (i > 0) sites.required(request.url.host, level)
          return { ...page, trace: [...attempts, ...(page.trace ?? [])] }
        } catch (error) {
          context.signal.throwIfAborted()
          const reason = reasonToGoOn(error, level)
          if (reason === 'blocked') doubt = error
          // That the site was suspicious says more than that the time was up. The browser may notice the end first.
          if (late.aborted || (level !== 'basic' && isTimeout(error))) throw doubt ?? asTimedOut(error)
          if (!reason || i === escalation.length - 1) throw error
          note(0, reason)
        }
      }
      throw new Error('there is no level to try')
    },
    async close() {
      await Promise.all([advanced.close?.(), maximum.close?.()])
    },
  }
}

/** Why the next level may succeed; undefined for a failure that it would share. */
function reasonToGoOn(error: unknown, level: StealthLevel): string | undefined {
  const reason = isApiError(error) ? error.details.reason : undefined
  if (reason === 'blocked') return reason
  if (level !== 'basic') return undefined
  // Sites that recognize clients by TLS or HTTP/2 drop the connection, or never respond.
  if (reason === 'reset' || reason === 'malformed_response') return reason
  return isTimeout(error) ? 'timeout' : undefined
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === 'TimeoutError'
