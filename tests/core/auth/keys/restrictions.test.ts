import { describe, expect, test } from 'bun:test'
import { checkRestrictions } from '../../../../core/auth/by-key.ts'
import type { NewKey } from '../../../../core/auth/keys/api-key.ts'
import { checkNewKey } from '../../../../core/auth/keys/key-rules.ts'
import type { PlanName } from '../../../../core/contracts/plan.ts'

/** The error that is thrown, as the caller sees it. */
const refusal = (check: () => unknown) => {
  try {
    check()
    return undefined
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details: object }
    return { code, message, details }
  }
}

describe('a restricted key', () => {
  const free = { allowedIps: null, readOnly: false, endpoints: null }
  const use = (narrowed: object, url = 'http://api.test/v1/scrape', method = 'POST') =>
    refusal(() => checkRestrictions({ ...free, ...narrowed }, new Request(url, { method }), () => '192.0.2.7'))
  const forbidden = (message: string, reason: string) => ({
    code: 'insufficient_permissions',
    message,
    details: { reason },
  })

  test('is accepted only from its addresses', () => {
    expect(use({})).toBeUndefined()
    expect(use({ allowedIps: ['198.51.100.0/24', '192.0.2.0/29'] })).toBeUndefined()
    const refused = forbidden('This API key may not be used from this address', 'address')
    expect(use({ allowedIps: ['192.0.2.0/30'] })).toEqual(refused)
    expect(use({ allowedIps: ['no network'] })).toEqual(refused)
  })

  test('may only read if it is read-only', () => {
    expect(use({ readOnly: true }, undefined, 'GET')).toBeUndefined()
    expect(use({ readOnly: true }, undefined, 'HEAD')).toBeUndefined()
    const refused = forbidden('This API key is read-only: it allows only GET requests', 'read_only')
    for (const method of ['POST', 'DELETE']) expect(use({ readOnly: true }, undefined, method)).toEqual(refused)
  })

  test('may only call its endpoints, whatever the query says', () => {
    const endpoints = ['/v1/map', '/v1/scrape*']
    const refused = forbidden('This API key may not be used for this endpoint', 'endpoint')
    expect(use({ endpoints })).toBeUndefined()
    expect(use({ endpoints }, 'http://api.test/v1/map?x=1')).toBeUndefined()
    // The same route, with a trailing slash.
    expect(use({ endpoints }, 'http://api.test/v1/map/?x=1')).toBeUndefined()
    expect(use({ endpoints: ['/v1/map/*'] }, 'http://api.test/v1/map/')).toEqual(refused)
    expect(use({ endpoints }, 'http://api.test/v1/crawl?/v1/map')).toEqual(refused)
  })
})

describe('a new key', () => {
  const now = Date.parse('2026-07-01T12:00:00Z')
  const check = (key: Partial<NewKey>, plan: PlanName = 'enterprise', role: 'user' | 'admin' = 'user') =>
    refusal(() =>
      checkNewKey({ id: 'usr_1', email: 'a@a.test', plan, role }, { name: 'k', ...key }, ['scrape', 'admin'], now),
    )

  test.each([
    ['permissions', { permissions: ['scrape'] }, 'pro or enterprise', 'pro'],
    ['rateLimit', { rateLimit: { requestsPerHour: 5 } }, 'pro or enterprise', 'pro'],
    ['allowedIps', { allowedIps: ['192.0.2.0/24'] }, 'enterprise', 'enterprise'],
    ['readOnly', { readOnly: true }, 'enterprise', 'enterprise'],
    ['endpoints', { endpoints: ['/v1/*'] }, 'enterprise', 'enterprise'],
  ] as const)('with %s needs a plan that has it', (field, key, plans, requiredPlan) => {
    const refused = (plan: PlanName) => ({
      code: 'insufficient_permissions',
      message: `Keys with ${field} need the ${plans} plan; this account is on the ${plan} plan`,
      details: { parameter: field, requiredPlan },
    })
    const wanted = key as unknown as Partial<NewKey>
    expect(check(wanted, 'enterprise')).toBeUndefined()
    expect(check(wanted, 'free')).toEqual(refused('free'))
    expect(check(wanted, 'pro')).toEqual(requiredPlan === 'pro' ? undefined : refused('pro'))
    expect(check({ [field]: field === 'readOnly' ? false : undefined }, 'free')).toBeUndefined()
  })

  const invalid = (parameter: string, what: string) => ({
    code: 'invalid_request',
    message: `${parameter} must be ${what}`,
    details: { parameter },
  })

  test('names known permissions, and admin only for administrators', () => {
    expect(check({ permissions: ['scrape', 'fly'] })).toEqual(invalid('permissions', 'an array of scrape, admin'))
    expect(check({ permissions: ['admin'] }, 'enterprise', 'admin')).toBeUndefined()
    expect(check({ permissions: ['scrape', 'admin'] })).toEqual({
      code: 'insufficient_permissions',
      message: 'Only keys of administrators can hold the permission admin',
      details: { parameter: 'permissions' },
    })
  })

  test('names valid networks, and paths that begin with a slash', () => {
    expect(check({ allowedIps: ['192.0.2.0/24', '2001:db8::/32'], endpoints: ['/v1/*'] })).toBeUndefined()
    const networks = 'an array of networks such as 203.0.113.0/24 or 2001:db8::/32'
    expect(check({ allowedIps: ['192.0.2.0/24', 'home'] })).toEqual(invalid('allowedIps', networks))
    const paths = 'an array of paths that begin with / and have no query, in which * stands for anything'
    expect(check({ endpoints: ['/v1/*', 'v1/map'] })).toEqual(invalid('endpoints', paths))
  })

  test('expires in the future', () => {
    expect(check({ expiresAt: now + 1 })).toBeUndefined()
    expect(check({ expiresAt: now })).toEqual(invalid('expiresAt', 'a time in the future'))
  })
})
