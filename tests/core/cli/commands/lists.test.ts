import { describe, expect, setSystemTime, test } from 'bun:test'
import { jobs } from '../../../../core/cli/commands/jobs.ts'
import { keys } from '../../../../core/cli/commands/keys.ts'
import { users } from '../../../../core/cli/commands/users.ts'
import { type Command, type CommandContext, ServerAway } from '../../../../core/cli/context.ts'

/** Runs a command against an API with these answers; gives its requests and its output. */
async function run(command: Command, args: string[], answers: Record<string, object | object[]>, runsJobs = true) {
  const asked: unknown[] = []
  const said: string[] = []
  const noted: string[] = []
  const context = {
    say: (line: string) => void said.push(line),
    note: (line: string) => void noted.push(line),
    async request(method: string, path: string, body?: unknown) {
      asked.push(body === undefined ? `${method} ${path}` : [`${method} ${path}`, body])
      const answer = answers[`${method} ${path.split('?')[0]}`]
      const data = Array.isArray(answer) ? answer.shift() : answer
      if (data instanceof Error) throw data
      return { success: true, data }
    },
    runsJobs: async () => runsJobs,
  } as unknown as CommandContext
  const failure = await command.run(args, context).then(
    () => undefined,
    (error) => [error.code, error.message],
  )
  return { asked, said, noted, failure }
}

const ada = {
  id: 'usr_1',
  email: 'Ada@a.test',
  plan: 'pro',
  role: 'user',
  status: 'active',
  credits: { monthly: 50, used: 2.5 },
  lastSeen: null,
}
const search = 'GET /v1/admin/users?search=ada%40a.test&limit=100'

describe('users', () => {
  test('are read page by page, filtered as asked, and shown as a table or as JSON', async () => {
    const pages = () => [
      { users: [ada], nextCursor: 'usr_1' },
      { users: [{ ...ada, id: 'usr_2', lastSeen: '2026-01-01' }], nextCursor: null },
    ]
    const list = (...more: string[]) => run(users, ['list', ...more], { 'GET /v1/admin/users': pages() })
    const { asked, said } = await list('--plan', 'pro', '--status', 'active')
    expect(asked).toEqual([
      'GET /v1/admin/users?plan=pro&status=active&limit=100',
      'GET /v1/admin/users?plan=pro&status=active&limit=100&cursor=usr_1',
    ])
    expect(said).toEqual([
      'ID     E-MAIL      PLAN  ROLE  STATUS  CREDITS USED  LAST SEEN',
      'usr_1  Ada@a.test  pro   user  active  2.5 of 50     never',
      'usr_2  Ada@a.test  pro   user  active  2.5 of 50     2026-01-01',
    ])
    const [json] = (await list('--json')).said
    expect(JSON.parse(json!).map(({ id }: { id: string }) => id)).toEqual(['usr_1', 'usr_2'])
  })

  test('are found by their whole address, in any case', async () => {
    const found = { 'GET /v1/admin/users': { users: [{ ...ada, email: 'x-ada@a.test' }, ada], nextCursor: null } }
    const set = await run(users, ['suspend', 'ada@a.test'], {
      ...found,
      'PUT /v1/admin/users/usr_1': { ...ada, status: 'suspended' },
    })
    expect(set.asked).toEqual([search, ['PUT /v1/admin/users/usr_1', { status: 'suspended' }]])
    expect(set.said).toEqual(['Ada@a.test (usr_1) is suspended'])
    const none = await run(users, ['activate', 'grace@a.test'], found)
    expect(none.failure).toEqual([1, 'There is no user with the address grace@a.test; weir users list shows all'])
  })

  test('are changed only in what the options say', async () => {
    const answers = {
      'GET /v1/admin/users': { users: [ada], nextCursor: null },
      'PUT /v1/admin/users/usr_1': ada,
      'POST /v1/admin/users': { ...ada, password: 'secret' },
    }
    const update = async (...more: string[]) => (await run(users, ['update', 'ada@a.test', ...more], answers)).asked[1]
    expect(await update('--credits', '12.5', '--name', 'Ada')).toEqual([
      'PUT /v1/admin/users/usr_1',
      { fullName: 'Ada', monthlyCredits: 12.5 },
    ])
    expect(await update('--credits', 'plan', '--role', 'admin')).toEqual([
      'PUT /v1/admin/users/usr_1',
      { role: 'admin', monthlyCredits: null },
    ])
    const added = await run(users, ['add', 'ada@a.test', '--plan', 'pro'], answers)
    expect(added.asked).toEqual([['POST /v1/admin/users', { email: 'ada@a.test', plan: 'pro' }]])
    expect(added.said).toEqual(['Added Ada@a.test (usr_1) on plan pro', 'password: secret'])
    const wrong = await run(users, ['update', 'ada@a.test', '--credits', 'many'], answers)
    expect([wrong.failure, wrong.asked]).toEqual([
      [2, '--credits must be a number, or plan for what the plan grants'],
      [],
    ])
  })
})

describe('keys', () => {
  const key = {
    id: 'key_1',
    name: 'ci',
    prefix: 'wr_abcde',
    permissions: ['scrape', 'map'],
    lastUsed: null,
    expiresAt: null as string | null,
    revokedAt: null as string | null,
  }
  const user = { 'GET /v1/admin/users': { users: [ada], nextCursor: null } }

  test('are listed with whether they work now', async () => {
    setSystemTime(new Date('2026-07-01T12:00:00Z'))
    const list = [
      key,
      { ...key, id: 'key_2', expiresAt: '2026-07-01T12:00:00.000Z' },
      { ...key, id: 'key_3', expiresAt: '2026-07-01T12:00:00.001Z', lastUsed: '2026-06-30' },
      { ...key, id: 'key_4', revokedAt: '2026-01-01' },
    ]
    const answers = { ...user, 'GET /v1/auth/api-keys': { keys: list, nextCursor: null } }
    const { asked, said } = await run(keys, ['list', 'ada@a.test'], answers)
    setSystemTime()
    expect(asked).toEqual([search, 'GET /v1/auth/api-keys?userId=usr_1&limit=100'])
    expect(said).toEqual([
      'ID     PREFIX    NAME  PERMISSIONS  LAST USED   STATE',
      'key_1  wr_abcde  ci    scrape,map   never       active',
      'key_2  wr_abcde  ci    scrape,map   never       expired',
      'key_3  wr_abcde  ci    scrape,map   2026-06-30  active',
      'key_4  wr_abcde  ci    scrape,map   never       revoked',
    ])
    const json = await run(keys, ['list', 'ada@a.test', '--json'], answers)
    expect(JSON.parse(json.said[0]!)).toEqual(list)
  })

  test('are created from the options, and revoked by their id', async () => {
    const answers = { ...user, 'POST /v1/auth/api-keys': { ...key, key: 'wr_secret' } }
    const made = await run(keys, ['create', 'ada@a.test', '--permissions', 'scrape , map'], answers)
    expect(made.asked[1]).toEqual(['POST /v1/auth/api-keys?userId=usr_1', { permissions: ['scrape', 'map'] }])
    expect([made.said, made.noted]).toEqual([['wr_secret'], ['Created key_1 (ci). The key is not shown again.']])
    const revoked = await run(keys, ['revoke', 'ada@a.test', 'key/1'], user)
    expect([revoked.asked[1], revoked.said]).toEqual([
      'DELETE /v1/auth/api-keys/key%2F1?userId=usr_1',
      ['Revoked key/1'],
    ])
  })
})

describe('jobs', () => {
  const job = {
    id: 'job_1',
    type: 'crawl',
    status: 'failed',
    progress: 100,
    total: 7,
    completed: 3,
    failed: 2,
    creditsUsed: 4.5,
    createdAt: '2026-01-01',
    completedAt: '2026-01-02',
    estimatedTimeRemaining: null,
    error: { code: 'crawl_failed', message: 'No start' },
  }

  test('are listed, twenty by default', async () => {
    const list = (...more: string[]) => run(jobs, more, { 'GET /v1/queues/jobs': { jobs: [job] } })
    const { asked, said } = await list()
    expect(asked).toEqual(['GET /v1/queues/jobs?limit=20'])
    expect(said).toEqual([
      'ID     TYPE   STATUS  DONE  FAILED  CREDITS  CREATED',
      'job_1  crawl  failed  5/7   2       4.5      2026-01-01',
    ])
    expect((await list('list', '--limit', '5', '--status', 'failed')).asked).toEqual([
      'GET /v1/queues/jobs?limit=5&status=failed',
    ])
    expect(JSON.parse((await list('--json')).said[0]!)).toEqual([job])
  })

  test('are shown with their error, watched to their end, and cancelled', async () => {
    const told = ['job_1 (crawl) is failed: 3 of 7 done, 2 failed, 4.5 credits', 'crawl_failed: No start']
    const show = await run(jobs, ['show', 'job/1'], { 'GET /v1/jobs/job%2F1': job })
    expect([show.asked, show.said]).toEqual([['GET /v1/jobs/job%2F1'], told])
    const watched = await run(jobs, ['watch', 'job_1'], { 'GET /v1/jobs/job_1': [{ ...job, completedAt: null }, job] })
    expect([watched.asked.length, watched.said]).toEqual([2, told])
    expect(watched.failure).toEqual([1, 'The job is failed'])
    const left = { 'GET /v1/jobs/job_1': { ...job, status: 'queued', completedAt: null } }
    expect((await run(jobs, ['watch', 'job_1'], left, false)).failure).toEqual([
      1,
      'The job is queued, and no server runs that would go on with it: start weir serve',
    ])
    const restarted = { 'GET /v1/jobs/job_1': [new ServerAway('The server ended'), new ServerAway('No server'), job] }
    const waited = await run(jobs, ['watch', 'job_1'], restarted)
    expect([waited.said, waited.noted]).toEqual([told, ['weir: The server ended; waiting for it to come back']])
    const cancelled = await run(jobs, ['cancel', 'job_1'], { 'DELETE /v1/jobs/job_1': { ...job, error: null } })
    expect([cancelled.asked, cancelled.said]).toEqual([['DELETE /v1/jobs/job_1'], told.slice(0, 1)])
  })

  test('take an id if they need one, and options if they have any', async () => {
    for (const args of [['list', 'x'], ['show'], ['show', 'x', 'y'], ['show', 'x', '--json'], ['juggle', 'x']]) {
      const { failure, asked } = await run(jobs, args, {})
      expect([args, failure?.[0], asked]).toEqual([args, 2, []])
    }
  })
})
