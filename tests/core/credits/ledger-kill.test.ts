import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isSqlite } from '../../store.ts'
import { addUser, openAccounts } from '../open-accounts.ts'

interface Tables {
  balances: { monthly: number; used: number; held: number; spent: number }
  holds: { held: number; expires_at: number | null }
  ledger: { key: string; kind: string; amount: number }
}

/** Runs the child for a while and kills it; gives the charges that were acknowledged to it. */
async function runAndKill(
  dataDir: string,
  account: string,
  milliseconds: number,
): Promise<[key: string, taken: number][]> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'ledger-child.ts'), dataDir, account], {
    stdout: 'pipe',
    stderr: 'inherit',
    env: process.env,
  })
  const reader = child.stdout.getReader()
  const chunks: Uint8Array[] = []
  // Its time begins when it works.
  chunks.push((await reader.read()).value ?? new Uint8Array())
  setTimeout(() => child.kill('SIGKILL'), milliseconds)
  for (let part = await reader.read(); !part.done; part = await reader.read()) chunks.push(part.value)
  await child.exited
  const lines = Buffer.concat(chunks).toString().split('\n').slice(0, -1)
  return lines.map((line) => line.split(' ')).map(([key, taken]) => [key!, Number(taken)])
}

test('after kill -9 at any moment the books agree, nothing acknowledged is lost, and nothing is charged twice', async () => {
  const first = await openAccounts()
  const { id } = await addUser(first, { plan: 'enterprise' })
  await first.stop()
  const acknowledged: [string, number][] = []
  for (let i = 0; i < 5; i++) acknowledged.push(...(await runAndKill(first.dataDir, id, 50 + Math.random() * 250)))
  expect(acknowledged.length).toBeGreaterThan(0)

  await using world = await openAccounts({ dataDir: first.dataDir })
  const db = world.store.db<Tables>()
  const { rows } = await sql<{
    left: number
    held: number
  }>`select sum(amount) as left, sum(held) as held from ledger`.execute(db)
  const balance = await db.selectFrom('balances').selectAll().executeTakeFirstOrThrow()
  const holds = await db.selectFrom('holds').selectAll().execute()
  const sum = holds.reduce((total, { held }) => total + held, 0)
  expect(rows[0]).toEqual({ left: balance.monthly - balance.used, held: balance.held })
  expect(sum).toBe(balance.held)
  // Holds of requests ended with the process, or expire in a shared store; holds of jobs belong to the jobs.
  if (isSqlite) expect(holds.filter(({ expires_at }) => expires_at !== null)).toEqual([])

  const charges = await db.selectFrom('ledger').select(['key', 'amount']).where('kind', '=', 'charge').execute()
  const charged = new Map(charges.map(({ key, amount }) => [key, -amount]))
  expect(charges).toHaveLength(charged.size)
  expect(acknowledged.filter(([key, taken]) => charged.get(key) !== taken)).toEqual([])
  const { millicredits } = (await world.accounts.usage.byEndpoint(id, { name: 'all', from: 0, to: Date.now() }))[0]!
  expect(millicredits).toBe(balance.spent)
}, 120_000)
