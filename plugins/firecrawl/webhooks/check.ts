import type { JobWebhook, Kit } from 'weirjs'
import { checkWebhook as check } from '../../webhooks/service.ts'
import type { Webhook } from '../schema/page-fields.ts'
import { receiverOf } from './events.ts'

/** By which the end of jobs is told in this API's own form. */
export const FORM = 'firecrawl'

/** Checks the receiver of a request before its job begins. Throws 400, and 501 where there are no webhooks. */
export const checkWebhook = (kit: Pick<Kit, 'find'>, webhook: Webhook | undefined, account: string): Promise<void> =>
  check(kit, webhook && receiverOf(webhook).url, { account, code: 'invalid_options' })

/** The webhook of a request as its job keeps it, for its end. */
export const jobWebhook = (webhook: Webhook | undefined): JobWebhook | undefined =>
  webhook === undefined ? undefined : { url: receiverOf(webhook).url, form: FORM }
