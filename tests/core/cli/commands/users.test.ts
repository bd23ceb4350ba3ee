import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { keys } from '../../../../core/cli/commands/keys.ts'
import { users } from '../../../../core/cli/commands/users.ts'
import { CommandError } from '../../../../core/cli/context.ts'
import { type Running, startWeir } from '../../../weir.ts'
import { captureCommand } from '../capture-command.ts'

let weir: Running
beforeAll(async () => {
  weir = await startWeir()
})
afterAll(() => weir.close())

const run = (command: typeof users, ...args: string[]) => captureCommand(weir, command, args)
let made = 0
const address = () => `command${++made}@account.example`
const login = (email: string, password: string) => weir.post('/v1/auth/login', { email, password }, { key: null })

describe('weir users', () => {
  test('add prints a working password, once', async () => {
    const email = address()
    const { said } = await run(users, 'add', email, '--plan', 'pro', '--name', 'Ada')
    const password = /password: (\w{20})$/.exec(said)![1]!
    const answer = await login(email, password)
    expect([answer.status, answer.body.data.user.plan]).toEqual([200, 'pro'])
    const again = await run(users, 'add', email, '--plan', 'pro')
    expect([again.said, again.failure?.message]).toEqual(['', `A user with the e-mail address ${email} already exists`])
  })

  test('list shows everybody', async () => {
    const email = address()
    await run(users, 'add', email)
    const lines = (await run(users, 'list')).said.split('\n')
    expect(lines[0]).toMatch(/^ID +E-MAIL +PLAN +ROLE +STATUS +CREDITS USED +LAST SEEN$/)
    expect(lines.find((line) => line.includes(email))).toMatch(/^usr_\S+ +\S+ +free +user +active +0 of 500 +never$/)
    expect(lines.some((line) => line.includes('admin@example.com'))).toBe(true)
  })

  test('update changes only what it is told to, and prints a new password', async () => {
    const email = address()
    await run(users, 'add', email)
    const { said } = await run(
      users,
      'update',
      email.toUpperCase(),
      '--plan',
      'starter',
      '--credits',
      '12.5',
      '--new-password',
    )
    expect(said).toContain('plan starter, role user, active, 12.5 credits a month')
    expect((await login(email, /password: (\w{20})$/.exec(said)![1]!)).status).toBe(200)
    expect((await run(users, 'update', email, '--credits', 'plan')).said).toContain('5000 credits')
  })

  test('list filters, and show prints one user, with the keys but not their values', async () => {
    const { email, key } = await weir.user('pro')
    const listed = async (...filters: string[]) => (await run(users, 'list', '--search', email, ...filters)).said
    expect(await listed('--plan', 'pro', '--role', 'user')).toContain(email)
    expect(await listed('--status', 'suspended')).not.toContain(email)
    const { said } = await run(users, 'show', email)
    expect(said).toContain(`${email} (usr_`)
    expect(said).toContain('this month: 0 requests, 0 pages, 0 credits')
    expect(said).toMatch(new RegExp(`${key.slice(0, 8)} +.* active$`, 'm'))
    expect(said).not.toContain(key.slice(9))
    const { said: json } = await run(users, 'show', email, '--json')
    expect(JSON.parse(json)).toMatchObject({ email, plan: 'pro' })
    expect(json.trimEnd()).toBe(JSON.stringify(JSON.parse(json), null, 2))
  })

  test('suspend and activate take effect at once', async () => {
    const { email, key } = await weir.user()
    const profile = async () => (await weir.get('/v1/users/profile', { key })).status
    expect((await run(users, 'suspend', email)).said).toContain('is suspended')
    expect(await profile()).toBe(403)
    expect((await run(users, 'activate', email)).said).toContain('is active')
    expect(await profile()).toBe(200)
    const { failure } = await run(users, 'suspend', 'admin@example.com')
    expect([failure?.code, failure?.message]).toEqual([1, expect.stringContaining('last active administrator')])
  })

  test('a name with control characters is shown without them', async () => {
    const { email, session } = await weir.user()
    await weir.post('/v1/auth/api-keys', { name: 'red\u001b[31m' }, { key: session })
    for (const { said } of [await run(users, 'show', email), await run(keys, 'list', email)]) {
      expect(said).toContain('red\ufffd[31m')
      expect(said).not.toContain('\u001b')
    }
  })

  test('explains what is wrong', async () => {
    expect((await run(users, 'update', 'nobody@account.example', '--plan', 'pro')).failure?.message).toContain(
      'There is no user',
    )
    expect((await run(users, 'add', address(), '--plan', 'platinum')).failure?.message).toContain('plan must be one of')
    for (const args of [
      [],
      ['add'],
      ['remove', 'x'],
      ['list', 'x'],
      ['show'],
      ['suspend'],
      ['suspend', 'x@y.example', '--plan', 'pro'],
      ['add', 'x@y.example', 'z'],
      ['add', 'x@y.example', '--plam', 'pro'],
      ['update', 'x@y.example'],
      ['update', 'x@y.example', '--credits', 'many'],
      ['update', 'x@y.example', '--credits', ''],
      ['update', 'x@y.example', '--credits', ' '],
      ['update', 'x@y.example', '--credits', 'Infinity'],
      ['update', 'x@y.example', '--credits', '1e3'],
    ]) {
      expect([args, (await run(users, ...args)).failure]).toEqual([args, expect.any(CommandError)])
    }
  })

  test('an invalid amount of credits changes nothing', async () => {
    const { email } = await weir.user('pro')
    for (const credits of ['', 'Infinity'])
      expect((await run(users, 'update', email, '--credits', credits)).failure).toMatchObject({ code: 2 })
    expect((await run(users, 'show', email)).said).toContain('0 of 50000 used')
  })

  test('show marks a key that has expired', async () => {
    const { email, session } = await weir.user()
    const expiresAt = new Date(Date.now() + 500).toISOString()
    const { key } = (await weir.post('/v1/auth/api-keys', { name: 'brief', expiresAt }, { key: session })).body.data
    await Bun.sleep(600)
    for (const { said } of [await run(users, 'show', email), await run(keys, 'list', email)])
      expect(said).toMatch(new RegExp(`${key.slice(0, 8)} +.* expired$`, 'm'))
  })
})

describe('weir keys', () => {
  test('create prints only the key, list shows it, revoke ends it', async () => {
    const { email } = await weir.user('pro')
    const { said: key, noted } = await run(keys, 'create', email, '--name', 'ci', '--permissions', 'account, scrape')
    expect((await weir.get('/v1/users/profile', { key })).body.data.email).toBe(email)
    const id = /key_[\w-]+/.exec(noted)![0]
    const listed = async () => (await run(keys, 'list', email)).said.split('\n').find((line) => line.includes(id))
    expect(await listed()).toMatch(/ci +account,scrape +\S+ +active$/)
    expect((await run(keys, 'revoke', email, id)).said).toBe(`Revoked ${id}`)
    expect(await listed()).toMatch(/revoked$/)
    expect((await weir.get('/v1/users/profile', { key })).body.error.code).toBe('key_revoked')
  })

  test('explains what is wrong', async () => {
    const { email } = await weir.user('free')
    expect((await run(keys, 'create', email, '--permissions', 'scrape')).failure?.message).toContain('need the pro')
    expect((await run(keys, 'revoke', email, 'key_x')).failure?.message).toContain('There is no key')
    for (const args of [[], ['create'], ['list'], ['revoke', email], ['make', email]]) {
      expect([args, (await run(keys, ...args)).failure]).toEqual([args, expect.any(CommandError)])
    }
  })
})
