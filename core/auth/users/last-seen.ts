import type { Store } from '../../store/index.ts'

interface SeenTables {
  api_keys: { account: string; last_used: number | null }
  sessions: { account: string; created_at: number }
}

/** When users were last seen, by user id: the last use of a key (written a few seconds later) or the last login. */
export async function lastSeen(store: Store, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const db = store.db<SeenTables>()
  const keys = db
    .selectFrom('api_keys')
    .select(['account', (eb) => eb.fn.max('last_used').as('at')])
    .where('account', 'in', ids)
    .groupBy('account')
  const sessions = db
    .selectFrom('sessions')
    .select(['account', (eb) => eb.fn.max('created_at').as('at')])
    .where('account', 'in', ids)
    .groupBy('account')
  const seen = new Map<string, number>()
  for (const { account, at } of [...(await keys.execute()), ...(await sessions.execute())])
    if (at !== null) seen.set(account, Math.max(Number(at), seen.get(account) ?? 0))
  return seen
}
