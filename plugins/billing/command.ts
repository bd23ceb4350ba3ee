import { CommandError, type PluginCommand, readArgs, readPages } from 'weirjs'
import type { Request } from './schema.ts'

const HOW = `Use weir billing [list] [--status pending|approved|declined|replaced] [--json]
  or weir billing approve SESSIONID
  or weir billing decline SESSIONID [--reason TEXT]`

/** `weir billing`. */
export const billingCommand: PluginCommand = {
  name: 'billing',
  usage: 'billing [list | approve SESSIONID | decline SESSIONID]',
  summary: 'Lists requests for plans, and approves or declines them',
  details: HOW,
  async run(args, { say, note, request }) {
    const { positionals, values } = readArgs(args, {
      status: { type: 'string' },
      reason: { type: 'string' },
      json: { type: 'boolean' },
    })
    const [verb = 'list', id, ...more] = positionals
    const isDecision = verb === 'approve' || verb === 'decline'
    const isFine =
      more.length === 0 &&
      (isDecision || verb === 'list') &&
      isDecision === (id !== undefined) &&
      (values.status === undefined || verb === 'list') &&
      (values.reason === undefined || verb === 'decline')
    if (!isFine) throw new CommandError(HOW, 2)
    if (id !== undefined) {
      const path = `/v1/admin/billing/requests/${encodeURIComponent(id)}/${verb}`
      const body = verb === 'decline' ? { reason: values.reason } : undefined
      const { data } = (await request('POST', path, body)) as { data: Request }
      if (values.json) return say(JSON.stringify(data, null, 2))
      return say(`${data.email}: ${data.plan}, ${data.billingPeriod}, is ${data.status}`)
    }
    const status = values.status ?? 'pending'
    const list = `/v1/admin/billing/requests?${new URLSearchParams({ status })}`
    const requests = await readPages<Request>({ request }, list, 'requests')
    if (values.json) return say(JSON.stringify(requests, null, 2))
    for (const { sessionId, email, plan, billingPeriod, currentPlan, requestedAt, status } of requests)
      say(`${sessionId}  ${email}  ${currentPlan} to ${plan}, ${billingPeriod}  ${status}  ${requestedAt}`)
    if (requests.length === 0) note(`There are no ${status} requests`)
  },
}
