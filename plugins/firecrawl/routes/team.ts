import { isoTime, type Kit, nullable, type PluginApp, type Static, t, timestamp, toCredits } from 'weirjs'
import type { Api } from '../page/shape.ts'
import { described, unlimited } from './route.ts'

/** Stands for no limit, as clients require a number. */
const UNBOUNDED = 1000

/** Converts a name to snake case, for version 1. */
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const written = <T extends object>(fields: T, { version }: Api): T =>
  version === 2 ? fields : (Object.fromEntries(Object.entries(fields).map(([name, it]) => [snake(name), it])) as T)

const Usage = t.Object({ success: t.Literal(true), data: t.Record(t.String(), t.Unknown()) })
const Period = t.Object({
  startDate: nullable(timestamp()),
  endDate: nullable(timestamp()),
  creditsUsed: t.Optional(t.Integer()),
  tokensUsed: t.Optional(t.Integer()),
})
const History = t.Object({ success: t.Literal(true), periods: t.Array(Period) })
const Queue = t.Object({
  success: t.Literal(true),
  jobsInQueue: t.Integer(),
  activeJobsInQueue: t.Integer(),
  waitingJobsInQueue: t.Integer(),
  maxConcurrency: t.Integer(),
  mostRecentSuccess: nullable(timestamp()),
})

/** The account as a team: its credits and its queue. */
export function teamRoutes(app: PluginApp, { credits, jobs, accounts }: Kit, api: Api) {
  const read = async (account: string) => {
    const { monthly, used, remaining, since, refillsAt } = await credits.balance(account)
    const period = { start: isoTime(since), end: isoTime(refillsAt) }
    return { ...period, monthly, used, remaining }
  }
  const get = { access: unlimited } as const

  app.get(
    '/team/credit-usage',
    async ({ caller: { account } }) => {
      const { monthly, remaining, start, end } = await read(account.id)
      const data = {
        remainingCredits: Math.floor(toCredits(remaining)),
        planCredits: Math.floor(toCredits(monthly)),
        billingPeriodStart: start,
        billingPeriodEnd: end,
      }
      return { success: true as const, data: written(data, api) }
    },
    { ...get, response: { 200: Usage }, detail: described(api, 'GetCreditUsage', { summary: 'Get the credit usage' }) },
  )
  app.get(
    '/team/credit-usage/historical',
    async ({ caller: { account } }) => {
      const { used, start, end } = await read(account.id)
      const period = { startDate: start, endDate: end, creditsUsed: Math.ceil(toCredits(used)) }
      return { success: true as const, periods: [period] }
    },
    {
      ...get,
      response: { 200: History },
      detail: described(api, 'GetCreditHistory', { summary: 'Get the credit usage of the current month' }),
    },
  )
  app.get(
    '/team/token-usage',
    async ({ caller: { account } }) => {
      const { start, end } = await read(account.id)
      const data = { remainingTokens: 0, planTokens: 0, billingPeriodStart: start, billingPeriodEnd: end }
      return { success: true as const, data: written(data, api) }
    },
    {
      ...get,
      response: { 200: Usage },
      detail: described(api, 'GetTokenUsage', {
        summary: 'Get the token usage',
        description: 'Tokens are not counted apart from credits: all values are zero.',
      }),
    },
  )
  app.get(
    '/team/token-usage/historical',
    async ({ caller: { account } }) => {
      const { start, end } = await read(account.id)
      return { success: true as const, periods: [{ startDate: start, endDate: end, tokensUsed: 0 }] }
    },
    {
      ...get,
      response: { 200: History },
      detail: described(api, 'GetTokenHistory', { summary: 'Get the token usage of the current month' }),
    },
  )
  app.get(
    '/team/queue-status',
    async ({ caller: { account } }): Promise<Static<typeof Queue>> => {
      const { byStatus, lastCompleted } = await jobs.count(account.id)
      const { queued, running } = byStatus
      return {
        success: true,
        jobsInQueue: queued + running,
        activeJobsInQueue: running,
        waitingJobsInQueue: queued,
        maxConcurrency: accounts.plan(account).concurrent ?? UNBOUNDED,
        mostRecentSuccess: isoTime(lastCompleted),
      }
    },
    {
      ...get,
      response: { 200: Queue },
      detail: described(api, 'GetQueue', { summary: 'Get the number of jobs' }),
    },
  )
  return app.get(
    '/concurrency-check',
    async ({ caller: { account } }) => {
      const { running } = (await jobs.count(account.id)).byStatus
      const maxConcurrency = accounts.plan(account).concurrent ?? UNBOUNDED
      return { success: true as const, data: { concurrency: running, maxConcurrency } }
    },
    {
      ...get,
      response: {
        200: t.Object({
          success: t.Literal(true),
          data: t.Object({ concurrency: t.Integer(), maxConcurrency: t.Integer() }),
        }),
      },
      detail: described(api, 'GetConcurrency', { summary: 'Get the number of running jobs and its limit' }),
    },
  )
}
