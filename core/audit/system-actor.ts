import type { Actor } from '../contracts/operations/audit.ts'

/** A part of the service that acts by itself, such as `stripe` for what the payment provider's events change. */
export const systemActor = (name: string): Actor => ({
  id: null,
  email: null,
  via: 'system',
  credential: name,
  address: null,
  requestId: null,
})

/** The service itself: who changes what nobody is named for. */
export const theService = systemActor('weir')
