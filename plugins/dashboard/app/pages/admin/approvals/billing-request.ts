/** What the approvals page reads from the API, under its schema names. */
export interface BillingRequest {
  sessionId: string
  userId: string
  email: string
  currentPlan: string
  plan: string
  billingPeriod: string
  status: 'pending' | 'approved' | 'declined' | 'replaced'
  requestedAt: string
  decidedAt: string | null
  reason: string | null
}

export interface Decision {
  request: BillingRequest
  deed: 'approve' | 'decline'
}
