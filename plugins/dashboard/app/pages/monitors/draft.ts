import { Failure } from '../../api/failure.ts'
import type { Monitor } from './types.ts'

/** A monitor as its form has it: all text. */
export interface Draft {
  url: string
  name: string
  schedule: string
  timezone: string
  tags: string
  selector: string
  ignore: string
  /** In percent. */
  threshold: string
  email: string
  webhook: string
  slack: string
  ntfyUrl: string
  ntfyToken: string
  telegramChat: string
  telegramToken: string
  /** All other options, as JSON. */
  more: string
}

/**
 * What a field of the form gets: its text, a setter, and why the API refused it, under the name `parameter` if that
 * differs.
 */
export type FieldOf = (
  name: keyof Draft,
  parameter?: string,
) => { value: string; onValue(value: string): void; error: string | undefined }

/** Options that have fields of their own. */
const OWN = ['selector', 'ignore', 'threshold', 'notifications']
const notificationFields = [
  'email',
  'webhook',
  'slack',
  'ntfyUrl',
  'ntfyToken',
  'telegramChat',
  'telegramToken',
] as const satisfies readonly (keyof Draft)[]

export const emptyDraft = (): Draft => ({
  url: '',
  name: '',
  schedule: '0 * * * *',
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  tags: '',
  selector: '',
  ignore: '',
  threshold: '',
  email: '',
  webhook: '',
  slack: '',
  ntfyUrl: '',
  ntfyToken: '',
  telegramChat: '',
  telegramToken: '',
  more: '',
})

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const object = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
/** A fraction up to 1 in percent, without the error of its product: 0.29 is 29 and not 28.999999999999996. */
const percentOf = (value: unknown) =>
  typeof value === 'number' && value !== 0 ? String(value <= 1 ? Number((value * 100).toPrecision(12)) : value) : ''

export function draftOf({ url, name, schedule, timezone, tags, options }: Monitor): Draft {
  const { email, webhook, slack, ntfy, telegram } = object(options.notifications)
  const more = Object.fromEntries(Object.entries(options).filter(([option]) => !OWN.includes(option)))
  return {
    url,
    name,
    schedule,
    timezone,
    tags: tags.join(', '),
    selector: text(options.selector),
    ignore: Array.isArray(options.ignore) ? options.ignore.join('\n') : '',
    threshold: percentOf(options.threshold),
    email: text(email),
    webhook: text(webhook),
    slack: text(slack),
    ntfyUrl: text(object(ntfy).url),
    ntfyToken: text(object(ntfy).token),
    telegramChat: text(object(telegram).chatId),
    telegramToken: text(object(telegram).token),
    more: Object.keys(more).length === 0 ? '' : JSON.stringify(more, null, 2),
  }
}

const given = (value: string) => (value.trim() === '' ? undefined : value.trim())
const lines = (value: string, by: RegExp) => value.split(by).flatMap((one) => given(one) ?? [])

function notificationsOf(draft: Draft) {
  const ntfy = given(draft.ntfyUrl)
  const chatId = given(draft.telegramChat)
  return {
    email: given(draft.email),
    webhook: given(draft.webhook),
    slack: given(draft.slack),
    ntfy: ntfy && { url: ntfy, token: given(draft.ntfyToken) },
    telegram: chatId && { chatId, token: given(draft.telegramToken) },
  }
}

function moreOf(more: string): Record<string, unknown> {
  if (more.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(more)
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Record<string, unknown>
  } catch {
    // It is refused below, like any other text that is not an object.
  }
  throw new Failure('Further options must be a JSON object, such as {"javascript": true}', {
    status: 400,
    code: 'invalid_request',
    details: { parameter: 'more' },
  })
}

/**
 * The body that creates a monitor, or changes an existing one. Notifications are replaced as a whole, so unchanged
 * ones are not sent: their stored secrets, which are not shown, would be lost. Throws Failure if `more` is not a JSON
 * object.
 */
export function bodyOf(draft: Draft, before?: Draft): Record<string, unknown> {
  const areTouched = !before || notificationFields.some((field) => draft[field] !== before[field])
  const percent = Number(draft.threshold.replace(',', '.'))
  const fields = {
    selector: draft.selector.trim(),
    ignore: lines(draft.ignore, /\n/),
    // Up to 1 it is a fraction, above that a percentage.
    threshold: draft.threshold.trim() === '' ? 0 : percent / 100,
    ...(areTouched ? { notifications: notificationsOf(draft) } : {}),
  }
  return {
    url: draft.url.trim(),
    name: draft.name.trim(),
    schedule: draft.schedule.trim(),
    timezone: draft.timezone.trim(),
    tags: lines(draft.tags, /,/),
    options: { ...moreOf(draft.more), ...fields },
  }
}
