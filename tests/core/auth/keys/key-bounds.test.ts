import { afterAll, beforeAll, expect, test } from 'bun:test'
import { isBounded, withinBounds } from '../../../../core/auth/keys/key-bounds.ts'
import type { Account } from '../../../../core/contracts/account.ts'
import { type Running, startWeir } from '../../../weir.ts'

let weir: Running
let bounded: string
const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
beforeAll(async () => {
  weir = await startWeir({ WEIR_PLUGINS: 'account', WEIR_ENGINES: 'lightweight' })
  bounded = await make({
    allowedIps: ['127.0.0.0/8', '10.1.0.0/16'],
    endpoints: ['/v1/auth/*', '/v1/admin/*'],
    permissions: ['admin', 'account'],
    expiresAt,
  }).then(({ body }) => body.data.key)
})
afterAll(() => weir.close())

const make = (fields: object, key = weir.adminKey, query = '') =>
  weir.post(`/v1/auth/api-keys${query}`, { name: 'test', ...fields }, { key })

test('a key made with a bounded key inherits its bounds by default', async () => {
  const { status, body } = await make({}, bounded)
  expect(status).toBe(201)
  expect(body.data).toMatchObject({
    allowedIps: ['127.0.0.0/8', '10.1.0.0/16'],
    endpoints: ['/v1/auth/*', '/v1/admin/*'],
    permissions: ['admin', 'account'],
    expiresAt,
  })
})

test.each([
  { allowedIps: ['127.0.0.1', '10.1.2.0/24'] },
  { endpoints: ['/v1/auth/validate', '/v1/admin/users/*'] },
  { permissions: ['account'] },
  { expiresAt: new Date(Date.now() + 60_000).toISOString() },
  { readOnly: true },
])('a key made with a bounded key may be narrower: %p', async (fields) => {
  const { status, body } = await make(fields, bounded)
  expect(status).toBe(201)
  expect(body.data).toMatchObject(fields)
})

test.each([
  ['allowedIps', ['0.0.0.0/0']],
  ['allowedIps', ['127.0.0.1', '10.0.0.0/8']],
  ['allowedIps', ['::/0']],
  ['endpoints', ['/v1/*']],
  ['endpoints', ['/v1/auth/*', '/v1/scrape']],
  ['endpoints', ['*']],
  ['permissions', ['*']],
  ['permissions', ['admin', 'scrape']],
  ['expiresAt', new Date(Date.now() + 7_200_000).toISOString()],
])('a key made with a bounded key may not be wider: %s %p', async (parameter, value) => {
  const { status, body } = await make({ [parameter]: value }, bounded)
  // A pattern that does not begin with a slash is refused as invalid.
  if (status === 400) return expect([parameter, value]).toEqual(['endpoints', ['*']])
  expect([status, body.error.code, body.error.details.parameter]).toEqual([403, 'insufficient_permissions', parameter])
})

test('a bounded key makes no wider key for another user, and no administrator without bounds', async () => {
  const user = await weir.user()
  const open = await make({}, bounded, `?userId=${user.id}`)
  expect(open.body.data).toMatchObject({ permissions: ['account'], allowedIps: ['127.0.0.0/8', '10.1.0.0/16'] })
  const narrow = await make({ permissions: ['account'] }, bounded, `?userId=${user.id}`)
  expect(narrow.body.data).toMatchObject({ endpoints: ['/v1/auth/*', '/v1/admin/*'], expiresAt })

  const { id } = (await weir.get('/v1/users/profile')).body.data
  const call = (method: string, path: string, sent: object) => weir.call(method, path, sent, { key: bounded })
  expect((await call('POST', '/v1/admin/users', { email: 'x@example.com', role: 'admin' })).status).toBe(403)
  expect((await call('PUT', `/v1/admin/users/${user.id}`, { role: 'admin' })).status).toBe(403)
  expect((await call('PUT', `/v1/admin/users/${id}`, { password: 'another password' })).status).toBe(403)
  expect((await call('PUT', `/v1/admin/users/${user.id}`, { fullName: 'Ada' })).status).toBe(200)
  expect((await call('POST', '/v1/admin/users', { email: 'y@example.com' })).status).toBe(201)
})

test('an admin key makes no key without any permission the user may hold', async () => {
  const { key } = (await make({ permissions: ['admin'] })).body.data
  const { id } = await weir.user()
  const { status, body } = await make({}, key, `?userId=${id}`)
  expect([status, body.error.code, body.error.details.parameter]).toEqual([
    403,
    'insufficient_permissions',
    'permissions',
  ])
})

test('a read-only key makes only read-only keys', () => {
  const owner = { role: 'user' } as Account
  const bounds = { permissions: ['*'], allowedIps: null, endpoints: null, expiresAt: null, readOnly: true }
  expect(withinBounds(owner, { name: 'a' }, bounds)).toEqual({ name: 'a', readOnly: true })
  expect(() => withinBounds(owner, { name: 'a', readOnly: false }, bounds)).toThrow(
    'A key created with this key may have as its readOnly true',
  )
})

test('each restriction alone bounds a key, and permissions do not', () => {
  const free = { permissions: ['scrape'], allowedIps: null, endpoints: null, expiresAt: null, readOnly: false }
  const restrictions = [{ allowedIps: ['10.0.0.0/8'] }, { endpoints: ['/v1/*'] }, { expiresAt: 1 }, { readOnly: true }]
  expect([free, ...restrictions.map((one) => ({ ...free, ...one }))].map(isBounded)).toEqual([
    false,
    ...restrictions.map(() => true),
  ])
})

test('a key without bounds makes any key', async () => {
  expect((await make({ permissions: ['*'] })).status).toBe(201)
})

test('a caller with a wrong key is not told to log in', async () => {
  const said = async (key: string) => (await weir.get('/v1/auth/validate', { key })).body.error.message as string
  for (const key of [`wr_12345_${'0'.repeat(40)}`, 'wr_12345_0', 'sk-something']) {
    expect(await said(key)).toContain('API key')
    expect(await said(key)).not.toContain('log in')
  }
  expect(await said('eyJhbGciOiJIUzI1NiJ9.e30.c2ln')).toContain('log in again')
})
