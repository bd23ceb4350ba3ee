import { definePlugin, type Kit } from 'weirjs'
import { notifiers } from '../monitors/service.ts'
import { webhooks } from '../webhooks/service.ts'
import { NotifiersConfig } from './config.ts'
import { emailCheck } from './email/check.ts'
import { createEmail } from './email/index.ts'
import { createNtfy } from './ntfy.ts'
import { createSlack } from './slack.ts'
import { createTelegram } from './telegram.ts'
import { createWebhook } from './webhook.ts'

/**
 * The built-in ways to notify people and programs of a monitor's findings, one per file. Other plugins can add more.
 */
export default definePlugin({
  name: 'notifiers',
  api: 1,
  tag: { name: 'Notifiers', description: 'Notify people and programs of what a monitor found.' },
  permissions: [],
  config: NotifiersConfig,
  wants: [webhooks],
  checks: [emailCheck],
  provides: [
    notifiers.by({ name: 'email', order: 10 }, (kit: Kit<NotifiersConfig>) => createEmail(kit)),
    notifiers.by({ name: 'webhook', order: 20 }, (kit) => {
      const service = kit.find(webhooks)
      return service && createWebhook(service)
    }),
    notifiers.by({ name: 'ntfy', order: 30 }, createNtfy),
    notifiers.by({ name: 'slack', order: 40 }, createSlack),
    notifiers.by({ name: 'telegram', order: 50 }, createTelegram),
  ],
})
