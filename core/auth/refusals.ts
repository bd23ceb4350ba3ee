import { ApiError } from '../errors.ts'

export const unauthorized = (message: string, cause?: unknown) => new ApiError('unauthorized', message, {}, { cause })

export const forbidden = (message: string, details: Record<string, unknown> = {}) =>
  new ApiError('insufficient_permissions', message, details)

export const suspended = () =>
  forbidden('This account is suspended; ask the administrator of the service', { reason: 'suspended' })
