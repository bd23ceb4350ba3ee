import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { restore } from '../../../core/cli/commands/restore.ts'
import { startS3 } from '../../s3/server.ts'
import type { Running } from '../../weir.ts'
import {
  closeGate,
  describeJob,
  type Kind,
  make,
  newPath,
  newSettings,
  open,
  readLedger,
  removeFolders,
  run,
  runProcess,
  secretOf,
} from './workshop.ts'

let s3: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  removeFolders()
})

/** Starts jobs while `work` is under way; gives their ids. */
async function loadUntil(weir: Running, work: Promise<unknown>) {
  const ids: string[] = []
  let ended = false
  work.finally(() => {
    ended = true
  })
  while (!ended) {
    ids.push(await make(weir, `load-${ids.length}`, 2))
    await Bun.sleep(250)
  }
  return ids
}

interface Way {
  from: Kind
  to: Kind
  /** Whether the backup, and the files of the service, are in a bucket. */
  bucket: boolean
}
const ways: Way[] = [
  { from: 'sqlite', to: 'sqlite', bucket: false },
  { from: 'sqlite', to: 'postgres', bucket: true },
  { from: 'postgres', to: 'sqlite', bucket: false },
]

describe.each(ways)('a service on $from, backed up under load and restored on $to (in a bucket: $bucket)', (way) => {
  test('serves the same jobs, ledger, files and secrets after the restore', async () => {
    const settings = await newSettings(way.from, way.bucket ? { ...s3.settings, WEIR_S3_BUCKET: 'weir-test/live' } : {})
    const to = way.bucket ? 's3://weir-test/backups/monday' : newPath()
    const first = await open(settings)
    const sealed = (await first.post('/v1/workshop/seal', { text: 'a word' })).body.data.text
    const ended = [await make(first, 'early', 5), await make(first, 'second', 5)]
    const before = await Promise.all(ended.map((id) => describeJob(first, id)))
    const openGate = closeGate()
    const gated = await make(first, 'gated', 50)
    while ((await first.get(`/v1/jobs/${gated}`)).body.data.completed < 10) await Bun.sleep(10)
    const backup = runProcess(['backup', to], settings)
    const meanwhile = await loadUntil(first, backup)
    const { said, noted, code } = await backup
    expect({ code, noted }).toMatchObject({ code: 0 })
    expect(said).toMatch(/^TABLE +ROWS\n/)
    expect(said).toContain(`Backed up to ${to}\n`)
    openGate()
    await first.close()

    const target = await newSettings(way.to, s3.settings)
    // A service with a database has its secret from its settings.
    if (way.to === 'postgres') target.WEIR_SECRET = settings.WEIR_SECRET ?? secretOf(settings.WEIR_DATA_DIR!)
    else if (settings.WEIR_SECRET) target.WEIR_SECRET = settings.WEIR_SECRET
    const outcome = await run(restore, [to], target)
    expect(outcome.failure).toBeUndefined()
    expect(outcome.said).toContain('; weir serve starts it')

    const second = await open({ ...target, WEIR_ADMIN_API_KEY: first.adminKey })
    expect(await Promise.all(ended.map((id) => describeJob(second, id)))).toEqual(before)
    const { status, creditsUsed, pieces } = await describeJob(second, gated)
    expect({ status, creditsUsed }).toEqual({ status: 'completed', creditsUsed: 25 })
    expect(pieces.map(({ n }) => n)).toEqual(Array.from({ length: 50 }, (_, n) => n))
    // Of the jobs that began meanwhile it has the state of one moment.
    const kept = []
    for (const [at, id] of meanwhile.entries()) if ((await second.get(`/v1/jobs/${id}`)).status === 200) kept.push(at)
    expect(kept).toEqual(kept.map((_, at) => at))
    for (const at of kept) {
      const { contents } = await describeJob(second, meanwhile[at]!)
      expect(contents.map((content) => content.split(' ', 2))).toEqual(['0', '1'].map((n) => [`load-${at}`, n]))
    }
    const made = 60 + 2 * kept.length
    expect((await second.get('/v1/workshop/pieces')).body.data.ids).toHaveLength(made)
    expect((await second.post('/v1/workshop/seal', { sealed })).body.data.text).toBe('a word')
    const later = await make(second, 'later', 2)
    expect((await second.ended(later)).completed).toBe(2)
    await second.close()
    expect(await readLedger(target)).toEqual({ addsUp: true, spent: (made + 2) * 500 })
  }, 120_000)
})
