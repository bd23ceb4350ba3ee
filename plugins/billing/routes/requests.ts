import { badCursor, type Kit, type PluginApp, reply } from 'weirjs'
import type { BillingConfig } from '../config.ts'
import { MANUAL } from '../manual/manual.ts'
import { DeclineBody, Request, RequestId, RequestList, RequestListQuery } from '../schema.ts'
import { shownStatus, showRequest } from '../show.ts'
import type { BillingState } from '../state.ts'
import { isSession } from '../store/checkouts.ts'
import { type CheckoutRow, checkoutStatuses } from '../store/tables.ts'

/** The tag of these routes in Swagger. */
const tags = ['Administration']

/** Requests for plans, which administrators approve. Source: decisions 12.4. */
export function requestRoutes(app: PluginApp, { accounts }: Kit<BillingConfig>, { checkouts, manual }: BillingState) {
  const show = async (row: CheckoutRow) => {
    const user = await accounts.users.get(row.account)
    return showRequest(row, user ?? { id: row.account, email: '', plan: 'free' })
  }

  app.get(
    '/admin/billing/requests',
    async ({ query: { status = 'pending', limit = 20, cursor } }) => {
      if (cursor !== undefined && !isSession(cursor)) throw badCursor()
      const kept = checkoutStatuses.find((name) => shownStatus[name] === status)
      const found = await checkouts.list(MANUAL, { status: kept, limit, cursor })
      const requests = await Promise.all(found.checkouts.map(show))
      return { success: true as const, data: { requests, nextCursor: found.nextCursor } }
    },
    {
      access: 'admin',
      query: RequestListQuery,
      response: { 200: reply(RequestList) },
      detail: {
        operationId: 'listBillingRequests',
        tags,
        summary: 'List plan requests',
        description:
          'Requests made with `POST /v1/billing/checkout` while no payment provider is configured, newest first.',
      },
    },
  )

  app.post(
    '/admin/billing/requests/:sessionId/approve',
    async ({ params, actor }) => ({
      success: true as const,
      data: await show(await manual.approve(params.sessionId, actor())),
    }),
    {
      access: 'admin',
      params: RequestId,
      response: { 200: reply(Request) },
      detail: {
        operationId: 'approveBillingRequest',
        'x-failures': { 409: { conflict: 'The request was already declined or replaced' } },
        tags,
        summary: 'Approve a plan request',
        description:
          "Gives the user the plan at once, with a full month's credits. Approving again changes nothing; a declined or replaced request gives 409. Setting the plan with `PUT /v1/admin/users/{userId}` also approves a request for it.",
      },
    },
  )

  app.post(
    '/admin/billing/requests/:sessionId/decline',
    async ({ params, body, actor }) => ({
      success: true as const,
      data: await show(await manual.decline(params.sessionId, actor(), body.reason)),
    }),
    {
      access: 'admin',
      params: RequestId,
      body: DeclineBody,
      response: { 200: reply(Request) },
      detail: {
        operationId: 'turnDownBillingRequest',
        'x-failures': { 409: { conflict: 'The request was already approved or replaced' } },
        'x-examples': { 'With a reason': { reason: 'The invoice was not paid' } },
        tags,
        summary: 'Decline a plan request',
        description: 'Does not change the user.',
      },
    },
  )
}
