import { isoTime, type Kit, nullable, oneOf, type PluginApp, pageOf, paging, reply, t, timestamp } from 'weirjs'
import type { EventRow, Tables } from '../store/tables.ts'

const ListQuery = t.Object({
  outcome: t.Optional(oneOf(['applied', 'unmatched'], { description: 'Returns only events with this outcome' })),
  ...paging,
})
const EventList = t.Object(
  {
    events: t.Array(
      t.Object(
        {
          id: t.String({ examples: ['evt_1Pgc6hLkdIwHu7ix'] }),
          type: t.String({ examples: ['invoice.paid'] }),
          outcome: oneOf(['applied', 'unmatched']),
          userId: nullable(t.String()),
          customer: nullable(t.String()),
          subscription: nullable(t.String()),
          createdAt: timestamp(),
          receivedAt: timestamp(),
        },
        { title: 'StripeEvent' },
      ),
    ),
    nextCursor: nullable(t.String()),
  },
  { title: 'StripeEventList' },
)

const show = (row: EventRow) => ({
  id: row.id,
  type: row.type,
  outcome: row.outcome,
  userId: row.account,
  customer: row.customer,
  subscription: row.subscription,
  createdAt: isoTime(row.created_at),
  receivedAt: isoTime(row.received_at),
})

/** Lists Stripe's events for administrators, above all the unmatched ones. */
export function listRoute(app: PluginApp, { store }: Pick<Kit, 'store'>) {
  app.get(
    '/admin/billing/stripe/events',
    async ({ query: { outcome, limit = 20, cursor } }) => {
      let query = store.db<Tables>().selectFrom('stripe_events').selectAll().orderBy('id', 'desc')
      if (outcome !== undefined) query = query.where('outcome', '=', outcome)
      if (cursor !== undefined) query = query.where('id', '<', cursor)
      const { page, nextCursor } = pageOf(await query.limit(limit + 1).execute(), limit)
      return { success: true as const, data: { events: page.map(show), nextCursor } }
    },
    {
      access: 'admin',
      query: ListQuery,
      response: { 200: reply(EventList) },
      detail: {
        operationId: 'listStripeEvents',
        tags: ['Administration'],
        summary: 'List Stripe events',
        description:
          'Ids of the events of the last 90 days. `unmatched` events refer to a customer, a subscription or a price that is unknown to this server.',
      },
    },
  )
}
