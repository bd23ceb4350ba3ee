/** What these pages read from the API, under its schema names. */

export interface WebhookDelivery {
  id: string
  event: string
  url: string
  jobId: string | null
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  statusCode: number | null
  error: string | null
  createdAt: string
  nextAttemptAt: string | null
  endedAt: string | null
}

export interface WebhookDeliveryList {
  deliveries: WebhookDelivery[]
  nextCursor: string | null
}

export interface WebhookAttempt {
  at: string
  statusCode: number | null
  durationMs: number
  error: string | null
}

export interface WebhookDeliveryDetails extends WebhookDelivery {
  receiver: 'active' | 'failing' | 'disabled'
  log: WebhookAttempt[]
  body: unknown
}

export interface WebhookSecret {
  secret: string
  createdAt: string
  previousUntil: string | null
}
