import { ApiError } from '../errors.ts'

export const unauthorized = (message: string) => new ApiError(401, 'unauthorized', message)

export const forbidden = (message: string, details: Record<string, unknown> = {}) =>
  new ApiError(403, 'insufficient_permissions', message, details)

export const suspended = () =>
  forbidden('This account is suspended; ask the administrator of the service', { reason: 'suspended' })
