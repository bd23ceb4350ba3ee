import { join } from 'node:path'
import { sql } from 'kysely'
import { setClock } from '../../core/open-accounts.ts'
import { readRows } from '../../store.ts'
import { startWeir } from '../../weir.ts'

export const START = '2026-01-15T10:00:00.000Z'
export const DAY = 86_400_000

interface OpenOptions {
  folder?: string
  clock?: ReturnType<typeof setClock>
  /** By the system's clock. */
  real?: boolean
}

/** A Weir whose clock stands still until a test moves it, with the calls of billing tests. */
export async function openBilling(
  settings: Record<string, string> = {},
  { folder, clock = setClock(START), real = false }: OpenOptions = {},
) {
  const plans = { free: { callsPerMinute: null }, pro: { callsPerMinute: null }, starter: { callsPerMinute: null } }
  const WEIR_PLUGINS = `*,${join(import.meta.dir, 'fixtures/spend.ts')}`
  const defaults = { WEIR_ENGINES: 'lightweight', WEIR_PLUGINS, WEIR_PLANS: JSON.stringify(plans) }
  const weir = await startWeir({ ...defaults, ...settings }, folder, real ? {} : { clock })
  return {
    ...weir,
    clock,
    checkout: (key: string, plan = 'pro', billingPeriod = 'monthly') =>
      weir.post('/v1/billing/checkout', { plan, billingPeriod }, { key }),
    async subscription(key: string) {
      const { status, body } = await weir.get('/v1/billing/subscription', { key })
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      return body.data
    },
    /** The plan and credits of the account. */
    async has(key: string) {
      const { plan, credits } = (await weir.get('/v1/users/profile', { key })).body.data
      return { plan, ...credits }
    },
    /** Uses credits, as jobs do. */
    async spend(key: string, credits: number) {
      const { status, body } = await weir.post('/v1/spend', { credits }, { key })
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    },
    requests: async (status = 'pending') =>
      (await weir.get(`/v1/admin/billing/requests?status=${status}`)).body.data.requests,
    decide: (sessionId: string, verb: 'approve' | 'decline', body?: object) =>
      weir.post(`/v1/admin/billing/requests/${sessionId}/${verb}`, body),
  }
}
export type Billing = Awaited<ReturnType<typeof openBilling>>

interface AuditRow {
  action: string
  via: string
  credential: string | null
  target: string | null
}

/** The audit log in the store. */
export const auditOf = ({ dataDir }: { dataDir: string }) =>
  readRows(dataDir, sql<AuditRow>`select action, via, credential, target from audit_log order by at, id`)
