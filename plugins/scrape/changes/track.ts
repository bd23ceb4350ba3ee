import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { ApiError, type EngineContext, isoTime, type Kit, normaliseUrl } from 'weirjs'
import type { PageOptions } from '../options/page-options.ts'
import type { ChangeTracking } from '../schema.ts'
import { differ, type ScrapedPage, type WriteObserved } from '../service.ts'
import { percentOf } from './percent.ts'
import { findSeen, putSeen, type SeenPage } from './seen-pages.ts'

/** Characters of a page's markdown that are stored and compared. */
const MAX_TEXT = 256 * 1024

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** How a page has changed since its account last saw it. */
export interface Tracked {
  /** Undefined if the answer does not show the page. */
  changes: ChangeTracking | undefined
  warnings: string[]
  /** Stores the page as it was seen, in the transaction that stores its answer. */
  also?: WriteObserved
}

/** A version of a page that is to be compared. */
export interface Look {
  url: URL
  options: PageOptions
  page: ScrapedPage
}

const isGone = (status: number) => status === 404 || status === 410

/**
 * The key by which versions are compared: the URL, the tag, the part of the page, and the kind of visitor.
 */
const keyOf = ({ url, options: { tag, engine, content, request } }: Look): string => {
  const { onlyMainContent, includeTags, excludeTags, includeLinks, includeImages, llmOptimization, removeAds } = content
  const shown = { onlyMainContent, includeTags, excludeTags, includeLinks, includeImages, llmOptimization, removeAds }
  const { mobile = false, location, authentication, headers, userAgent } = request
  const visitor = { engine, mobile, location, authentication, headers: headers && [...headers].sort(), userAgent }
  const parts = [normaliseUrl(url, { order: 'kept' }), tag ?? null, shown, visitor]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Compares pages with the versions that their accounts saw last. */
export interface Tracker {
  /** Throws 501 if no plugin compares texts. */
  check(): void
  track(look: Look, context: EngineContext): Promise<Tracked>
}

export function createTracker({ store, files, clock, find }: Pick<Kit, 'store' | 'files' | 'clock' | 'find'>): Tracker {
  return { check: () => void theDiffer(), track }

  async function track(look: Look, context: EngineContext): Promise<Tracked> {
    const { statusCode } = look.page.metadata
    const gone = isGone(statusCode)
    if (statusCode >= 400 && !gone) {
      const warning = `The page responded with ${statusCode}, which is not its content: it was not compared`
      return { changes: undefined, warnings: [warning] }
    }
    const whole = look.page.data.markdown ?? ''
    const text = whole.slice(0, MAX_TEXT).toWellFormed()
    const key = keyOf(look)
    const account = context.account.id
    const hash = createHash('sha256').update(whole).digest('hex')
    const before = await store.get(findSeen, account, key)
    const packed = await compress(text)
    const seenAt = clock.now()
    const isCut = whole.length > text.length
    return {
      changes: await changesOf(before, { gone, hash, text }, context),
      warnings: isCut ? [`The page is long: only its first ${MAX_TEXT} characters were compared`] : [],
      also: async (tx) => {
        await tx.run(putSeen, account, key, gone ? 1 : 0, hash, packed, seenAt, files.retainedUntil())
      },
    }
  }

  async function changesOf(
    before: SeenPage | undefined,
    now: { gone: boolean; hash: string; text: string },
    context: EngineContext,
  ): Promise<ChangeTracking> {
    const visibility: ChangeTracking['visibility'] = now.gone ? 'hidden' : 'visible'
    const same = { changePercent: 0, addedLines: 0, removedLines: 0, diff: null }
    if (!before) return { previousScrapeAt: null, changeStatus: 'new', visibility, ...same }
    const previousScrapeAt = isoTime(before.seen_at)
    const wasGone = before.gone === 1
    const unchanged = { previousScrapeAt, changeStatus: 'same' as const, visibility, ...same }
    if (wasGone && !now.gone) return { ...unchanged, changeStatus: 'new' }
    if (now.gone) return { ...unchanged, changeStatus: wasGone ? 'same' : 'removed' }
    if (before.hash === now.hash) return unchanged
    const old = (await decompress(before.text)).toString()
    const { share, addedLines, removedLines, diff } = await theDiffer().diff(old, now.text, context)
    // White space alone, or what is beyond that which is kept.
    if (addedLines + removedLines === 0) return unchanged
    const changePercent = percentOf(share)
    return { previousScrapeAt, changeStatus: 'changed', visibility, changePercent, addedLines, removedLines, diff }
  }

  function theDiffer() {
    const service = find(differ)
    if (service) return service
    const message = 'changeTracking needs the plugin monitors, which is not enabled: add it to WEIR_PLUGINS'
    throw new ApiError('not_configured', message, { plugin: 'monitors' })
  }
}
