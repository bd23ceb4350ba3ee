import { describe, expect, test } from 'bun:test'
import { actorOf } from '../../../core/auth/actor.ts'
import { type Admission, type Caller, checkPermission, isAdministrator } from '../../../core/auth/caller.ts'
import { credentialOf, hasCredential, wrongCredential } from '../../../core/auth/credential.ts'

const bounds = { permissions: [], allowedIps: null, readOnly: false, endpoints: null, expiresAt: null }
const key = { id: 'key_1', prefix: 'wr_abcde', rateLimit: null, bounds }
const caller = (role: 'user' | 'admin', permissions: string[], by: Partial<Caller> = { key }): Caller => ({
  account: { id: 'usr_1', email: 'ada@a.test', plan: 'free', role },
  permissions,
  rateLimit: null,
  ...by,
})
const session = { session: { id: 'ses_1' } }

test('an administrator has an unrestricted key, a key with the admin permission, or a session', () => {
  expect(isAdministrator(caller('admin', ['*']))).toBe(true)
  expect(isAdministrator(caller('admin', ['admin', 'scrape']))).toBe(true)
  expect(isAdministrator(caller('admin', ['scrape']))).toBe(false)
  expect(isAdministrator(caller('user', ['*']))).toBe(false)
  expect(isAdministrator(caller('user', ['admin']))).toBe(false)
})

describe('a route lets in', () => {
  /** The refusal of a caller that is not let in. */
  const refusal = (who: Caller, asked: Partial<Admission>) => {
    try {
      checkPermission(who, { as: 'key', permission: 'none', ...asked })
      return undefined
    } catch (error) {
      const { code, message, details } = error as { code: string; message: string; details: object }
      return { code, message, details }
    }
  }
  const forbidden = (message: string, details = {}) => ({ code: 'insufficient_permissions', message, details })

  test('only administrators if it is for administration', () => {
    const refused = forbidden("This needs an administrator's key", { permission: 'admin' })
    for (const asked of [{ as: 'admin' }, { permission: 'admin' }] as const) {
      expect(refusal(caller('admin', ['*']), asked)).toBeUndefined()
      expect(refusal(caller('admin', ['scrape']), asked)).toEqual(refused)
      expect(refusal(caller('user', ['*']), asked)).toEqual(refused)
    }
  })

  test('sessions and keys of administrators if it manages keys', () => {
    const asked = { as: 'session' } as const
    expect(refusal(caller('user', ['*'], session), asked)).toBeUndefined()
    expect(refusal(caller('admin', ['admin']), asked)).toBeUndefined()
    const refused = forbidden('This needs a session token: log in; API keys are not accepted here')
    expect(refusal(caller('user', ['*']), asked)).toEqual(refused)
  })

  test('callers with its permission', () => {
    const asked = { permission: 'crawl' }
    expect(refusal(caller('user', ['crawl']), asked)).toBeUndefined()
    expect(refusal(caller('user', ['*']), asked)).toBeUndefined()
    const refused = forbidden('This API key lacks the permission crawl', { permission: 'crawl' })
    expect(refusal(caller('user', ['scrape']), asked)).toEqual(refused)
  })

  test('callers with any permission if that is enough, and everyone if none is needed', () => {
    expect(refusal(caller('user', ['scrape']), { permission: 'any' })).toBeUndefined()
    expect(refusal(caller('user', []), { permission: 'any' })).toEqual(forbidden('This API key has no permissions'))
    expect(refusal(caller('user', []), { permission: 'none' })).toBeUndefined()
  })
})

describe('the audit log names', () => {
  const from = { address: '192.0.2.1', requestId: 'req_1' }
  const known = { id: 'usr_1', email: 'ada@a.test' }
  test.each([
    ['a key by its first characters', { key }, { via: 'key', credential: 'wr_abcde' }],
    ['a session by its id', session, { via: 'session', credential: 'ses_1' }],
    ['a command of the server', { isCommand: true }, { via: 'command', credential: null }],
    ['a caller who was let in by another service', {}, { via: 'identity_provider', credential: null }],
  ] as const)('%s', (_, by, told) =>
    expect(actorOf(caller('user', ['*'], by), from)).toEqual({ ...known, ...told, ...from }),
  )
  test('nobody if nothing identifies the caller, and no origin if there is none', () => {
    const nobody = { id: null, email: null, via: 'anonymous', credential: null } as const
    expect(actorOf(undefined, from)).toEqual({ ...nobody, ...from })
    expect(actorOf(undefined)).toEqual({ ...nobody, address: null, requestId: null })
    expect(actorOf(undefined, { address: '192.0.2.1' })).toMatchObject({ address: '192.0.2.1', requestId: null })
  })
})

describe('a credential', () => {
  const of = (headers: Record<string, string>) => credentialOf(new Headers(headers))
  test('is the bearer token, or the other header without one', () => {
    expect(of({ authorization: 'bearer  abc  ', 'x-api-key': 'other' })).toBe('abc')
    expect(of({ authorization: 'Basic abc', 'x-api-key': ' other ' })).toBe('other')
    const request = (headers: Record<string, string>) => new Request('http://a.test/', { headers })
    expect(hasCredential(request({ authorization: 'x' }))).toBe(true)
    expect(hasCredential(request({ 'x-api-key': 'x' }))).toBe(true)
    expect(hasCredential(request({}))).toBe(false)
  })
  test('is asked for if it is missing, and refused if it is too long', () => {
    const unauthorized = (message: string) => expect.objectContaining({ status: 401, code: 'unauthorized', message })
    const missing = unauthorized('Send an API key, as `Authorization: Bearer <key>` or `X-API-Key: <key>`')
    for (const headers of [{}, { authorization: 'Bearer' }, { 'x-api-key': '  ' }] as Record<string, string>[])
      expect(() => of(headers)).toThrow(missing)
    const longest = 'x'.repeat(16_384)
    expect(of({ 'x-api-key': longest })).toBe(longest)
    expect(() => of({ 'x-api-key': `${longest}x` })).toThrow(unauthorized('This API key is not valid'))
  })
  test('that is invalid is described by what it looks like', () => {
    expect(wrongCredential('aaa.b-b.c_c')).toBe('This session token is not valid or has expired; log in again')
    for (const other of ['aaa.bbb', 'aaa.bbb.', 'a b.c.d', 'wr_abc'])
      expect(wrongCredential(other)).toContain('This is not an API key')
  })
})
