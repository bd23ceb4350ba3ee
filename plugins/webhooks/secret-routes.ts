import { type PluginApp, reply } from 'weirjs'
import { Secret } from './schema.ts'
import { showSecret } from './show.ts'
import type { WebhooksState } from './state.ts'

/** The secret by which receivers verify events. Source: spec section 6.2, decisions 11.5. */
export function secretRoutes(app: PluginApp, { secrets }: WebhooksState) {
  app.get(
    '/webhooks/secret',
    async ({ caller }) => ({ success: true as const, data: showSecret(await secrets.read(caller.account.id)) }),
    {
      access: { permission: 'account' },
      response: { 200: reply(Secret) },
      detail: {
        operationId: 'getWebhookSecret',
        'x-failures': { 409: { conflict: 'It cannot be read, and must be rotated' } },
        summary: 'Get your webhook secret',
        description:
          '`X-Webhook-Signature` is `sha256=` and the HMAC-SHA256 of the body’s bytes in hex, with this text as the key. The headers of Standard Webhooks are sent too, so that its libraries can verify deliveries.',
      },
    },
  )

  app.post(
    '/webhooks/secret/rotate',
    async ({ caller, actor }) => ({
      success: true as const,
      data: showSecret(await secrets.rotate(caller.account, actor())),
    }),
    {
      // The response contains a secret, so it must not be stored for repeated requests.
      access: { permission: 'account', idempotent: false },
      response: { 200: reply(Secret) },
      detail: {
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate your webhook secret',
        description:
          'For 24 hours, the previous secret also signs, in `X-Webhook-Signature-Previous`; older secrets stop signing.',
      },
    },
  )
}
