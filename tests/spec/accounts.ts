import { array, boolean, type Endpoint, number, object, required, string } from './parameter.ts'

/** Endpoints about accounts, and about the service as a whole. */
export const accounts: readonly Endpoint[] = [
  { method: 'post', path: '/v1/auth/login', body: { email: required(string), password: required(string) } },
  {
    method: 'post',
    path: '/v1/auth/api-keys',
    body: {
      name: string,
      permissions: array,
      rateLimit: object,
      'rateLimit.requestsPerHour': number,
      'rateLimit.requestsPerDay': number,
    },
  },
  { method: 'get', path: '/v1/auth/api-keys' },
  { method: 'delete', path: '/v1/auth/api-keys/{keyId}' },
  { method: 'get', path: '/v1/auth/validate' },
  { method: 'get', path: '/v1/users/profile' },
  {
    method: 'put',
    path: '/v1/users/profile',
    body: { fullName: string, 'preferences.notifications': boolean, 'preferences.theme': string },
  },
  { method: 'get', path: '/v1/users/usage', query: ['period'] },
  { method: 'get', path: '/v1/admin/stats' },
  { method: 'get', path: '/v1/admin/users', query: ['limit', 'search'] },
  { method: 'put', path: '/v1/admin/users/{userId}', body: { plan: string, monthlyCredits: number, status: string } },
  { method: 'get', path: '/v1/queues/status' },
  { method: 'get', path: '/v1/queues/jobs', query: ['status', 'limit'] },
  { method: 'get', path: '/v1/analytics/overview', query: ['period'] },
  { method: 'get', path: '/v1/analytics/trends', query: ['period', 'granularity'] },
  { method: 'get', path: '/v1/billing/subscription' },
  { method: 'post', path: '/v1/billing/checkout', body: { plan: string, billingPeriod: string } },
]
