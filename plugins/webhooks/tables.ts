import { createHash } from 'node:crypto'
import { type Migration, statement } from 'weirjs'

export interface SecretRow {
  account: string
  /** Sealed. */
  secret: string
  previous: string | null
  previous_until: number | null
  created_at: number
}

/** A receiver that has failed; a working one has no row. */
export interface EndpointRow {
  endpoint: string
  account: string
  /** Consecutive failed attempts. */
  failures: number
  failing_since: number
  /** Nothing is sent before this time. */
  closed_until: number
  /** Why nothing is sent any more. */
  disabled: string | null
}

export const statuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof statuses)[number]

export interface DeliveryRow {
  /** The event's id. */
  id: string
  account: string
  endpoint: string
  url: string
  event: string
  job: string | null
  body: string
  /** JSON of an `OwnForm`, sealed; null for Weir's own headers. */
  form: string | null
  status: DeliveryStatus
  attempts: number
  /** The outbox message that currently delivers it. */
  message: string
  /** The time of the next attempt, while it is pending. */
  next_at: number | null
  status_code: number | null
  error: string | null
  created_at: number
  ended_at: number | null
}

/** The columns of a delivery in lists: bodies may be long. */
export const LISTED = [
  'id',
  'event',
  'url',
  'job',
  'status',
  'attempts',
  'status_code',
  'error',
  'created_at',
  'next_at',
  'ended_at',
] as const satisfies readonly (keyof DeliveryRow)[]
export type ListedDelivery = Pick<DeliveryRow, (typeof LISTED)[number]>

export interface AttemptRow {
  delivery: string
  n: number
  at: number
  ms: number
  /** Null if there was no response. */
  status_code: number | null
  /** Null if it was accepted. */
  error: string | null
}

export interface Tables {
  webhooks_secrets: SecretRow
  webhooks_endpoints: EndpointRow
  webhooks_deliveries: DeliveryRow
  webhooks_attempts: AttemptRow
}

/** The key of an account's receiver, because URLs are too long for a key. */
export const endpointOf = (account: string, url: string) =>
  createHash('sha256').update(`${account}\n${url}`).digest('hex')

export const migrations: readonly Migration[] = [
  {
    name: '001-webhooks',
    async up({ schema }) {
      await schema
        .createTable('webhooks_secrets')
        .addColumn('account', 'text', (column) => column.primaryKey())
        .addColumn('secret', 'text', (column) => column.notNull())
        .addColumn('previous', 'text')
        .addColumn('previous_until', 'bigint')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .execute()
      await schema
        .createTable('webhooks_endpoints')
        .addColumn('endpoint', 'text', (column) => column.primaryKey())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('failures', 'bigint', (column) => column.notNull())
        .addColumn('failing_since', 'bigint', (column) => column.notNull())
        .addColumn('closed_until', 'bigint', (column) => column.notNull())
        .addColumn('disabled', 'text')
        .execute()
      await schema
        .createTable('webhooks_deliveries')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account', 'text', (column) => column.notNull())
        .addColumn('endpoint', 'text', (column) => column.notNull())
        .addColumn('url', 'text', (column) => column.notNull())
        .addColumn('event', 'text', (column) => column.notNull())
        .addColumn('job', 'text')
        .addColumn('body', 'text', (column) => column.notNull())
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('attempts', 'bigint', (column) => column.notNull())
        .addColumn('message', 'text', (column) => column.notNull())
        .addColumn('next_at', 'bigint')
        .addColumn('status_code', 'bigint')
        .addColumn('error', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('ended_at', 'bigint')
        .execute()
      await schema
        .createIndex('webhooks_deliveries_listed')
        .on('webhooks_deliveries')
        .columns(['account', 'id'])
        .execute()
      await schema.createIndex('webhooks_deliveries_age').on('webhooks_deliveries').columns(['ended_at']).execute()
      await schema
        .createTable('webhooks_attempts')
        .addColumn('delivery', 'text', (column) => column.notNull())
        .addColumn('n', 'bigint', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('ms', 'bigint', (column) => column.notNull())
        .addColumn('status_code', 'bigint')
        .addColumn('error', 'text')
        .addPrimaryKeyConstraint('webhooks_attempts_key', ['delivery', 'n'])
        .execute()
    },
  },
  {
    name: '002-forms',
    async up({ schema }) {
      await schema.alterTable('webhooks_deliveries').addColumn('form', 'text').execute()
    },
  },
]

export const findDelivery = statement<[id: string], DeliveryRow>((db, [id]) =>
  db.selectFrom('webhooks_deliveries').selectAll().where('id', '=', id),
)
export const findEndpoint = statement<[endpoint: string], EndpointRow>((db, [endpoint]) =>
  db.selectFrom('webhooks_endpoints').selectAll().where('endpoint', '=', endpoint),
)
export const dropEndpoint = statement<[endpoint: string], never>((db, [endpoint]) =>
  db.deleteFrom('webhooks_endpoints').where('endpoint', '=', endpoint),
)
/** Does nothing if another process has done it before. */
export const moveClosed = statement<[until: number, endpoint: string, was: number], never>(
  (db, [closed_until, endpoint, was]) =>
    db
      .updateTable('webhooks_endpoints')
      .set({ closed_until })
      .where('endpoint', '=', endpoint)
      .where('closed_until', '=', was),
)
export const addAttempt = statement<
  [delivery: string, n: number, at: number, ms: number, statusCode: number | null, error: string | null],
  never
>((db, [delivery, n, at, ms, status_code, error]) =>
  db.insertInto('webhooks_attempts').values({ delivery, n, at, ms, status_code, error }),
)
export const dropAttempts = statement<[delivery: string, upTo: number], never>((db, [delivery, upTo]) =>
  db.deleteFrom('webhooks_attempts').where('delivery', '=', delivery).where('n', '<=', upTo),
)
/** Records the outcome of an attempt, only for the message that currently delivers it. */
export const updateDelivery = statement<
  [
    status: DeliveryStatus,
    attempts: number,
    nextAt: number | null,
    statusCode: number | null,
    error: string | null,
    endedAt: number | null,
    id: string,
    message: string,
  ],
  never
>((db, [status, attempts, next_at, status_code, error, ended_at, id, message]) =>
  db
    .updateTable('webhooks_deliveries')
    .set({ status, attempts, next_at, status_code, error, ended_at })
    .where('id', '=', id)
    .where('message', '=', message),
)
