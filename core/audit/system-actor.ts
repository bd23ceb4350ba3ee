import type { Actor } from '../contracts/operations/audit.ts'

/** A part of the service that acts by itself, such as `stripe` for changes by the payment provider's events. */
export const systemActor = (name: string): Actor => ({
  id: null,
  email: null,
  via: 'system',
  credential: name,
  address: null,
  requestId: null,
})

/** The service itself: the actor of changes without a named one. */
export const theService = systemActor('weir')
