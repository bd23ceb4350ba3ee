import { expect, test } from 'bun:test'
import { CONCURRENCY, enrichUnderKills, PRICE } from './killing.ts'

/** Rows, of which one in ten has no company. */
const ROWS = 200
const SUCCESSES = 180
const KILLS = 3

test('an enrichment whose process is killed repeatedly has each row once, and is charged for each once', async () => {
  const { status, rows, used, charged, asked, held } = await enrichUnderKills(ROWS, KILLS)
  expect(rows.map(({ email }) => email)).toEqual(Array.from({ length: ROWS }, (_, i) => `p${i}@c${i % 10}.test`))
  expect(
    rows.filter((row) => row.enrichment_status === 'success' && row.industry === `Number ${row.email.at(-6)}`).length,
  ).toBe(SUCCESSES)
  expect(status).toMatchObject({ status: 'completed', rowsProcessed: ROWS, rowsSucceeded: SUCCESSES, rowsFailed: 20 })
  expect([status.creditsUsed, used, charged, held]).toEqual([
    SUCCESSES * PRICE,
    SUCCESSES * PRICE,
    SUCCESSES * PRICE,
    0,
  ])
  // Rows that were completed before a kill are not repeated, only those in progress.
  expect(asked).toBeLessThanOrEqual(ROWS + KILLS * CONCURRENCY)
}, 90_000)

test('an enrichment that is cancelled after kills keeps and charges completed rows, and holds nothing', async () => {
  const { status, rows, used, charged, held, doneBefore } = await enrichUnderKills(ROWS, 2, true)
  expect(status.status).toBe('cancelled')
  expect(doneBefore).toBeGreaterThan(0)
  expect(rows.length).toBeGreaterThanOrEqual(doneBefore)
  expect(rows.length).toBeLessThan(ROWS)
  expect(new Set(rows.map(({ email }) => email)).size).toBe(rows.length)
  expect(status.rowsProcessed).toBe(rows.length)
  expect([status.creditsUsed, used, charged, held]).toEqual([charged, charged, charged, 0])
}, 90_000)
