import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isSqlite } from '../../store.ts'
import { type Answer, type Running, startWeir } from '../../weir.ts'

let weir: Running
beforeAll(async () => {
  weir = await startWeir()
})
afterAll(() => weir.close())

const AUDIT = '/v1/admin/audit'
const code = ({ status, body }: Answer) => `${status} ${body?.error?.code ?? 'done'}`
// biome-ignore lint/suspicious/noExplicitAny: what the test expects is what it checks
const entries = async (query = ''): Promise<any[]> => (await weir.get(`${AUDIT}?limit=100&${query}`)).body.data.entries

test('actions of an administrator are recorded with actor, credential, address and request', async () => {
  const { id, email } = await weir.user()
  const headers = { 'x-request-id': 'audited-request' }
  await weir.call('PUT', `/v1/admin/users/${id}`, { plan: 'pro' }, { headers })
  const [entry] = await entries(`target=${id}&action=user.changed`)
  expect(entry).toEqual({
    id: expect.stringMatching(/^aud_/),
    at: expect.stringMatching(/Z$/),
    actor: {
      id: expect.stringMatching(/^usr_/),
      email: 'admin@example.com',
      via: 'key',
      credential: weir.adminKey.slice(0, 8),
      address: '127.0.0.1',
      requestId: 'audited-request',
    },
    action: 'user.changed',
    target: { type: 'user', id, name: email },
    changes: { plan: { before: 'enterprise', after: 'pro' } },
  })
})

test('commands on the machine, sessions and keys are distinguished', async () => {
  const { id, session } = await weir.user()
  await weir.call('PUT', `/v1/admin/users/${id}`, { plan: 'pro' }, { key: weir.weir.localToken })
  await weir.post('/v1/auth/api-keys', { name: 'own' }, { key: session })
  expect((await entries(`target=${id}&action=user.changed`))[0].actor).toMatchObject({
    via: 'command',
    credential: null,
  })
  const [made] = await entries(`actor=${id}`)
  expect(made).toMatchObject({ action: 'key.created', actor: { via: 'session', credential: expect.any(String) } })
})

test('the log is filtered by actor, target, action and time, and has pages', async () => {
  const { id, email, session } = await weir.user()
  for (let i = 0; i < 5; i++) await weir.post('/v1/auth/api-keys', { name: `key ${i}` }, { key: session })
  expect(await entries(`actor=${encodeURIComponent(email.toUpperCase())}`)).toEqual(await entries(`actor=${id}`))
  expect((await entries(`actor=${id}`)).length).toBeGreaterThanOrEqual(5)
  expect((await entries(`target=${email}`)).map(({ action }) => action)).toContain('user.added')
  expect(await entries('actor=nobody@admin.example')).toEqual([])
  expect(await entries('target=nobody@admin.example')).toEqual([])
  const all = await entries(`actor=${id}`)
  expect(await entries(`actor=${id}&since=${all[2].at}&until=${all[2].at}`)).toEqual([])
  expect((await entries(`actor=${id}&since=${all[0].at}`)).map((entry) => entry.id)).toContain(all[0].id)
  expect(await entries(`actor=${id}&until=2020-01-01T00:00:00.000Z`)).toEqual([])
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data }: Answer['body'] = (await weir.get(`${AUDIT}?actor=${id}&limit=2${cursor && `&cursor=${cursor}`}`))
      .body
    seen.push(...data.entries.map((entry: { id: string }) => entry.id))
    cursor = data.nextCursor
  }
  expect(seen).toEqual(all.map((entry) => entry.id))
})

test('the log is only for administrators, and wrong queries are explained', async () => {
  const { key, session } = await weir.user()
  for (const credential of [key, session])
    expect(code(await weir.get(AUDIT, { key: credential }))).toBe('403 insufficient_permissions')
  for (const query of ['limit=0', 'limit=101', 'cursor=x', 'since=yesterday', 'until=1'])
    expect([query, code(await weir.get(`${AUDIT}?${query}`))]).toEqual([query, '400 invalid_request'])
})

test('the rotation of a webhook secret is recorded without either secret', async () => {
  const { id, key } = await weir.user()
  const before = (await weir.get('/v1/webhooks/secret', { key })).text
  const after = (await weir.post('/v1/webhooks/secret/rotate', {}, { key })).text
  const found = await entries(`target=${id}&action=webhooks.secret_rotated`)
  expect(found).toHaveLength(1)
  expect(found[0].actor.credential).toBe(key.slice(0, 8))
  for (const text of [before, after])
    for (const secret of text.match(/whsec_[\w+/=]+/g) ?? []) expect(JSON.stringify(found)).not.toContain(secret)
})

test.if(isSqlite)('no password and no key is in the store', async () => {
  const given = 'a pass phrase to look for'
  const email = 'looked-for@admin.example'
  const user = (await weir.post('/v1/admin/users', { email, password: given })).body.data
  const { token } = (await weir.post('/v1/auth/login', { email, password: given }, { key: null })).body.data
  const { key } = (await weir.post('/v1/auth/api-keys', { name: 'looked for' }, { key: token })).body.data
  const made = (await weir.post(`/v1/admin/users/${user.id}/password`)).body.data.password
  await weir.post('/v1/auth/login', { email, password: 'a wrong phrase to look for' }, { key: null })
  const secrets = [given, made, key.slice(9), token, 'a wrong phrase to look for', weir.adminKey.slice(9)]
  const file = readdirSync(weir.dataDir).find((name) => /\.(db|sqlite)$/.test(name)) as string
  using store = new Database(join(weir.dataDir, file), { readonly: true })
  const tables = store.query("select name from sqlite_master where type = 'table'").all() as { name: string }[]
  const text = tables.map(({ name }) => JSON.stringify(store.query(`select * from "${name}"`).all())).join('\n')
  expect(text).toContain(user.id)
  for (const secret of secrets) expect([secret, text.includes(secret)]).toEqual([secret, false])
})
