import { deadline, isApiError, type Kit, type Work } from 'weirjs'
import { copyOf, threadTask } from '../../content/service.ts'
import { percentOf, type ScrapedPage } from '../../scrape/service.ts'
import type { compareTexts, Difference } from '../compare/on-thread.ts'
import { nothing, type PageKnowledge } from '../compare/regions.ts'
import type { MonitorsContext } from '../context.ts'
import type { Settings } from '../options/options.ts'
import type { MonitorRow, RunStatus, WatchedRow } from '../store/tables.ts'
import { contentOf, lookAt, mediaTypeOf } from './look.ts'

const module = new URL('../compare/on-thread.ts', import.meta.url)

/** How often a page is fetched again before a change is reported. */
const MORE_LOOKS = 3
/** Milliseconds that a comparison may take. */
const COMPARE_TIME = 60_000

/** A page that was fetched for a monitor. */
export interface CheckedPage {
  row: MonitorRow
  settings: Settings
  page: ScrapedPage
  /** When, in epoch milliseconds. */
  at: number
  work: Work<unknown, unknown>
}

/** The result of a run. */
export interface Verdict {
  status: RunStatus
  /** null if nothing was compared. */
  changePercent: number | null
  addedLines: number
  removedLines: number
  diff: string | null
  mediaType: string
  known: PageKnowledge
  /** The version with which later runs compare. Default: the current one. */
  reference?: Pick<WatchedRow, 'reference' | 'taken_at'>
}

const same = { addedLines: 0, removedLines: 0, diff: null }

/** Compares a page with its reference, if there is one from the same options. */
export async function compareWithReference(looked: CheckedPage, kit: Kit, context: MonitorsContext): Promise<Verdict> {
  const { row, settings, page } = looked
  const mediaType = mediaTypeOf(page)
  if (!settings.detectChanges) return { ...same, status: 'unchanged', changePercent: null, mediaType, known: nothing }
  const watched = await context.runs.watched(row.id)
  const found = watched?.generation === row.generation ? await kit.files.open(watched.reference) : undefined
  if (!watched || !found) return { ...same, status: 'baseline', changePercent: null, mediaType, known: nothing }
  const reference = new Uint8Array(await new Response(found.body).arrayBuffer())
  const difference = await differenceOf(reference, watched, looked, context)
  const { known, share, ...shown } = difference
  const isChange = difference.differs && share >= settings.threshold
  return {
    status: isChange ? 'changed' : 'unchanged',
    changePercent: percentOf(share),
    addedLines: shown.addedLines,
    removedLines: shown.removedLines,
    diff: shown.diff === '' ? null : shown.diff,
    mediaType,
    known,
    ...(!isChange && { reference: { reference: watched.reference, taken_at: Number(watched.taken_at) } }),
  }
}

/**
 * The difference. If there is one, the page is fetched again a few times, as what differs between these versions
 * changes by itself.
 */
async function differenceOf(
  reference: Uint8Array,
  watched: WatchedRow,
  { row, settings, page, at, work }: CheckedPage,
  { content, scraper }: MonitorsContext,
): Promise<Difference> {
  const encoder = new TextEncoder()
  const looks = [encoder.encode(contentOf(page))]
  const known = JSON.parse(watched.known) as PageKnowledge
  const times = { earlier: Number(watched.taken_at), later: at, timezone: row.timezone }
  const compare = async () => {
    using limit = deadline(work.signal, COMPARE_TIME)
    const { account, priority } = work
    const task = () => {
      const bytes = [reference, ...looks].map(copyOf)
      const [first, ...others] = bytes
      const given = { reference: first!, looks: others, ignore: settings.ignore, times, known }
      return threadTask<typeof compareTexts>(module, 'compareTexts', given, bytes)
    }
    return JSON.parse(await content.run(task, { signal: limit.signal, account, priority })) as Difference
  }
  const first = await compare()
  if (!first.differs || !settings.mayLookAgain) return first
  while (looks.length <= MORE_LOOKS) {
    work.report('Looking once more', row.url)
    const again = await lookAt(new URL(row.url), settings.page, scraper, work).catch((error: unknown) => {
      if (!isApiError(error) || work.signal.aborted) throw error
      return undefined
    })
    // If it cannot be fetched again, the versions so far must do.
    if (!again) break
    looks.push(encoder.encode(contentOf(again)))
  }
  return looks.length === 1 ? first : compare()
}
