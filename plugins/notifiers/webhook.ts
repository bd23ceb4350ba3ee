import { httpUrl } from 'weirjs'
import type { Notifier } from '../monitors/service.ts'
import type { Webhooks } from '../webhooks/service.ts'

const target = httpUrl({
  description: 'Receives `monitor.changed` and `monitor.failed`, signed; see the deliveries of webhooks',
  examples: ['https://example.com/hooks/weir'],
})

/** Webhooks have their own outbox and log. Source: decisions 11.5. */
export const createWebhook = (webhooks: Webhooks): Notifier<typeof target> => ({
  target,
  async check(url, account) {
    await webhooks.check(url, { account, field: 'options.notifications.webhook' })
    return []
  },
  async write(tx, url, { account, event, id: noticeId, at: checkedAt, ...data }) {
    await webhooks.send(tx, { account, url, event, data: { ...data, noticeId, checkedAt } })
  },
})
