import { type ApiError, defineJob, type Kit, newId, type StoredFile, type Tx, t, toCredits, type Work } from 'weirjs'
import { type ScrapedPage, warningsOf } from '../../scrape/service.ts'
import type { MonitorsContext } from '../context.ts'
import type { MonitorRow } from '../store/tables.ts'
import { compareWithReference, type Verdict } from './compare-with-reference.ts'
import { contentOf, lookAt } from './look.ts'
import { noticeOf } from './notice.ts'
import { recordFailure } from './record-failure.ts'

const Input = t.Object({ monitor: t.String(), run: t.String(), url: t.String() })
const Item = t.Object({ url: t.String() })
type RunWork = Work<{ monitor: string; run: string; url: string }, { url: string }>

/** Milliseconds for all fetches of a run together. */
const ATTEMPT_TIMEOUT = 8 * 60_000

/** One run of a monitor. Source: decisions 11. */
export const runJob = defineJob({
  name: 'monitors.run',
  type: 'monitor',
  input: Input,
  item: Item,
  seed: ({ url }) => [{ key: url, value: { url }, url }],
  attemptTimeout: ATTEMPT_TIMEOUT,

  async run(work: RunWork, kit: Kit, context: MonitorsContext) {
    const { monitor, run } = work.input
    const row = await context.monitors.find(monitor)
    // The monitor was deleted meanwhile.
    if (!row) return { millicredits: 0, counts: false }
    work.report('Looking', row.url)
    const at = kit.clock.now()
    const settings = context.settings(row)
    const url = new URL(row.url)
    const page = await lookAt(url, settings.page, context.scraper, work)
    const verdict = await compareWithReference({ row, settings, page, at, work }, kit, context)
    const observed = await context.scraper.observe({ account: work.account, url, page, jobId: work.jobId })
    const kept = await keepFiles(kit, page, settings.detectChanges)
    const { status, changePercent, addedLines, removedLines } = verdict
    const { statusCode } = page.metadata
    const creditsUsed = toCredits(page.millicredits)
    const metadata = { url: page.metadata.url, title: page.metadata.title, statusCode, creditsUsed }
    return {
      result: {
        url: row.url,
        monitorId: monitor,
        runId: run,
        status,
        changePercent,
        addedLines,
        removedLines,
        metadata,
        ...warningsOf(page),
      },
      millicredits: page.millicredits,
      pages: 1,
      async also(tx: Tx) {
        await observed?.(tx)
        await record(tx, { kit, context, work, row, page, at, verdict, kept })
      },
    }
  },

  async failed(error: ApiError, { input, jobId }: RunWork, tx: Tx, kit: Kit, context: MonitorsContext) {
    if (error.code === 'cancelled') return undefined
    const { monitor, run, url } = input
    const row = await context.monitors.hold(tx, monitor)
    if (row) await recordFailure(tx, kit, context, { row, run, job: jobId, error })
    const { code, message, details } = error
    return { url, monitorId: monitor, runId: run, status: 'failed', error: { code, message, details } }
  },
})

/** A successful run that is to be stored. */
interface Done {
  kit: Kit
  context: MonitorsContext
  work: RunWork
  row: MonitorRow
  page: ScrapedPage
  at: number
  verdict: Verdict
  kept: KeptFiles
}

/** The hashes of files whose bytes are stored. */
interface KeptFiles {
  snapshot: string
  bytes: Uint8Array
  others: readonly string[]
  /** Whether later runs are compared with the snapshot. */
  isReference: boolean
}

async function keepFiles({ files }: Kit, page: ScrapedPage, isReference: boolean): Promise<KeptFiles> {
  const bytes = new TextEncoder().encode(contentOf(page))
  const [snapshot, ...others] = await Promise.all([bytes, ...page.files.map((file) => file.bytes)].map(files.put))
  return { snapshot: snapshot!, bytes, others, isReference }
}

async function record(tx: Tx, { kit, context, work, row: was, page, at, verdict, kept }: Done): Promise<void> {
  const { clock, files, origin } = kit
  const { monitors, runs, notifiers, open } = context
  // Read again, as it may have been changed or deleted meanwhile.
  const row = await monitors.hold(tx, was.id)
  if (!row) return
  const lifetime = { expiresAt: files.retainedUntil() }
  const file = { type: 'snapshot', mediaType: verdict.mediaType, bytes: kept.bytes }
  const snapshot = await files.record(tx, row.account, kept.snapshot, file, lifetime)
  const others: StoredFile[] = []
  for (const [i, hash] of kept.others.entries())
    others.push(await files.record(tx, row.account, hash, page.files[i]!, lifetime))
  const { status, changePercent, addedLines, removedLines, diff } = verdict
  await runs.add(tx, {
    id: work.input.run,
    monitor: row.id,
    account: row.account,
    job: work.jobId,
    status,
    checked_at: at,
    status_code: page.metadata.statusCode,
    changed_share: changePercent === null ? null : Math.round(changePercent * 100),
    added_lines: addedLines,
    removed_lines: removedLines,
    diff,
    snapshot: snapshot.id,
    files: others.map(({ id }) => id),
    used: page.millicredits,
    warnings: page.warnings,
  })
  const isChange = status === 'changed'
  await monitors.change(tx, row, { failures: 0, last_run: at, ...(isChange && { last_change: at }) })
  if (row.generation === was.generation && kept.isReference) {
    const known = JSON.stringify(verdict.known)
    const watched = { monitor: row.id, generation: row.generation, known }
    if (verdict.reference) await runs.watch(tx, { ...watched, ...verdict.reference })
    else {
      const { id: reference } = await files.record(tx, row.account, kept.snapshot, file)
      await runs.watch(tx, { ...watched, reference, taken_at: at })
    }
  }
  if (!isChange) return
  const now = clock.now()
  const told = { id: newId('ntc', now), event: 'monitor.changed' as const, at, origin: origin() }
  const notice = noticeOf(row, { ...told, changePercent, addedLines, removedLines, diff })
  await notifiers.leave(tx, open(row)?.notifications ?? {}, notice)
}
