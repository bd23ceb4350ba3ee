import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  idempotencyChargeMigration,
  idempotencyMigration,
} from '../../../../core/http/idempotency/idempotency-table.ts'
import { dropExpiredAnswers, KeptAnswers } from '../../../../core/http/idempotency/kept-answers.ts'
import { createLog } from '../../../../core/log.ts'
import { openStore } from '../../../store.ts'

const DAY = 24 * 3_600_000

test('answers are deleted when they have expired, and not earlier', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-kept-answers-'))
  const store = await openStore({ dataDir })
  try {
    await store.migrate('core', [idempotencyMigration, idempotencyChargeMigration])
    let now = 0
    const clock = { now: () => now }
    const answers = new KeptAnswers({ store, clock, log: createLog('text', () => {}) })
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
      await dropExpiredAnswers(store, clock)
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
    expect(await read()).toEqual(['newest'])
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true })
  }
})

test('of two processes that do the same request, the later one is refused its charge and its job', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'weir-kept-answers-'))
  const store = await openStore({ dataDir })
  try {
    await store.migrate('core', [idempotencyMigration, idempotencyChargeMigration])
    let now = 0
    const answers = new KeptAnswers({ store, clock: { now: () => now }, log: createLog('text', () => {}) })
    const id = { account: 'me', endpoint: '/v1/crawl', key: 'one' }
    const put = (charge: string | null, job: string | null) =>
      store
        .write((tx) => answers.putDone(tx, id, { hash: 'h', charge, job }))
        .then(
          () => 'put',
          ({ code }) => code,
        )
    expect(await put('charge_1', null)).toBe('put')
    expect(await put('charge_2', null)).toBe('conflict')
    expect(await put(null, 'job_2')).toBe('conflict')
    expect(await put('charge_1', 'job_1')).toBe('put')
    expect(await put('charge_1', 'job_2')).toBe('conflict')
    now = DAY
    expect(await put('charge_3', null)).toBe('put')
    // An answer that cost nothing.
    await answers.putAnswer(id, {
      hash: 'h',
      job: null,
      charge: null,
      status: 200,
      headers: '{}',
      body: new Uint8Array(),
    })
    expect(await put('charge_4', null)).toBe('conflict')
  } finally {
    await store.close()
    rmSync(dataDir, { recursive: true })
  }
})
