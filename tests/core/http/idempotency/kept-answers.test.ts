import { expect, spyOn, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  idempotencyChargeMigration,
  idempotencyMigration,
} from '../../../../core/http/idempotency/idempotency-table.ts'
import { KeptAnswers } from '../../../../core/http/idempotency/kept-answers.ts'
import { createLog } from '../../../../core/log.ts'
import { openStore } from '../../../store.ts'

const DAY = 24 * 3_600_000

test('answers are deleted when they have expired, and not earlier', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-kept-answers-'))
  const store = await openStore({ dataDir })
  const { now: real } = performance
  // It deletes after ten minutes at the earliest.
  const later = spyOn(performance, 'now').mockImplementation(() => real.call(performance) + 600_000)
  try {
    await store.migrate('core', [idempotencyMigration, idempotencyChargeMigration])
    let now = 0
    const answers = new KeptAnswers({ store, clock: { now: () => now }, log: createLog('text', () => {}) })
    const put = (key: string) =>
      answers.putAnswer(
        { account: 'me', endpoint: '/v1/scrape', key },
        { hash: 'h', job: null, charge: null, status: 200, headers: null, body: null },
      )
    const begin = (key: string, job: string) =>
      store.write((tx) =>
        answers.putDone(tx, { account: 'me', endpoint: '/v1/crawl', key }, { hash: 'h', job, charge: null }),
      )
    const read = async () => {
      await store.write(async () => {})
      const rows = await store.db<{ idempotency: { key: string } }>().selectFrom('idempotency').select('key').execute()
      return rows.map(({ key }) => key).sort()
    }
    await begin('old', 'job_1')
    now = 1
    await begin('young', 'job_2')
    now = DAY
    await put('new')
    expect(await read()).toEqual(['new', 'young'])
    now = 2 * DAY
    await put('newest')
    expect(await read()).toEqual(['new', 'newest', 'young'])
  } finally {
    later.mockRestore()
    await store.close()
    rmSync(dataDir, { recursive: true })
  }
})
