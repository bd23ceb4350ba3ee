import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isSqlite } from '../store.ts'
import { type Running, startWeir } from '../weir.ts'

const random = () => crypto.randomUUID().replaceAll('-', '')
/** Secrets by kind, each of them unique. */
const secrets: Record<string, string> = {
  secret: random() + random(),
  adminPassword: random(),
  userPassword: random(),
  changedPassword: random(),
  wrongPassword: random(),
  header: random(),
  cookie: random(),
  basicPassword: random(),
  bearerToken: random(),
  jobHeader: random(),
  jobPassword: random(),
  typedText: random(),
  wrongType: random(),
  brokenBody: random(),
  query: random(),
  foreignKey: `wr_${random().slice(0, 5)}_${random()}${random().slice(0, 8)}`,
  oidcToken: `${btoa('{"alg":"RS256"}')}.${btoa(`{"iss":"${random()}"}`)}.${random()}`,
}

let weir: Running
let site: ReturnType<typeof Bun.serve>
/** The headers of the requests for pages. */
const received: string[] = []
let release = () => {}
beforeAll(async () => {
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      received.push(JSON.stringify([...request.headers]))
      if (request.url.endsWith('/slow')) await held
      return new Response('<html><body><main><h1>A page</h1></main></body></html>', {
        headers: { 'content-type': 'text/html' },
      })
    },
  })
  weir = await startWeir({
    WEIR_SECRET: secrets.secret!,
    WEIR_ADMIN_PASSWORD: secrets.adminPassword!,
    WEIR_ENGINES: 'lightweight',
    WEIR_PLUGINS: 'scrape',
  })
})
afterAll(async () => {
  rmSync(weir.dataDir, { recursive: true, force: true })
  site.stop(true)
})

/** The forms in which a text may be stored. */
const forms = (text: string) => [text, btoa(text).replace(/=+$/, ''), Buffer.from(text).toString('hex')]
/** The names of the secrets that are in files of the data directory or in the log, with the place. */
function found(): string[] {
  const files = readdirSync(weir.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const places = [
    ...files.map((file) => ({ name: file.slice(weir.dataDir.length + 1), content: readFileSync(file, 'latin1') })),
    { name: 'the log', content: weir.log.join('') },
  ]
  return Object.entries(secrets).flatMap(([what, secret]) =>
    places
      .filter(({ content }) => forms(secret).some((form) => content.includes(form)))
      .map(({ name }) => `${what} in ${name}`),
  )
}

test('no secret gets into the data directory or the log, while work is under way and afterwards', async () => {
  const email = 'canary@example.com'
  secrets.adminKey = weir.adminKey
  await weir.post('/v1/admin/users', { email, password: secrets.userPassword, plan: 'enterprise' })
  const login = (password?: string) => weir.post('/v1/auth/login', { email, password }, { key: null })
  secrets.session = (await login(secrets.userPassword)).body.data.token
  secrets.sessionSignature = secrets.session!.split('.')[2]!
  const session = { key: secrets.session }
  const made = (await weir.post('/v1/auth/api-keys', { name: 'canary' }, session)).body.data
  secrets.key = made.key
  const mine = { key: made.key as string }
  expect((await login(secrets.wrongPassword)).status).toBe(401)
  expect((await weir.get('/v1/users/profile', { key: secrets.foreignKey })).status).toBe(401)
  expect((await weir.post('/v1/auth/oidc', { token: secrets.oidcToken }, { key: null })).status).toBe(501)
  expect((await weir.get(`/v1/jobs?token=${secrets.query}`, mine)).status).toBe(200)

  const url = `${site.url.origin}/page`
  const scrape = (more: object, options: object = mine) => weir.post('/v1/scrape', { url, ...more }, options)
  const headers = { 'x-secret': secrets.header, cookie: `session=${secrets.cookie}` }
  const basic = { type: 'basic', username: 'me', password: secrets.basicPassword }
  const keyed = { ...mine, headers: { 'idempotency-key': 'once' } }
  expect((await scrape({ headers, authentication: basic }, keyed)).status).toBe(200)
  expect((await scrape({ authentication: { type: 'bearer', token: secrets.bearerToken } })).status).toBe(200)
  // Refusals and failures are logged, too.
  expect((await scrape({ headers, url: 'http://127.0.0.1:1/' })).status).toBe(400)
  expect((await scrape({ timeout: secrets.wrongType })).status).toBe(400)
  const acted = await scrape({ actions: [{ type: 'input', selector: '#a', text: secrets.typedText }] })
  expect([acted.status, acted.body.error.code]).toEqual([503, 'engine_unavailable'])
  const broken = { ...mine, raw: `{"url": "${secrets.brokenBody}` }
  expect((await weir.post('/v1/scrape', undefined, broken)).status).toBe(400)

  const job = {
    urls: [`${site.url.origin}/slow`, 'http://127.0.0.1:1/'],
    headers: { 'x-secret': secrets.jobHeader },
    authentication: { type: 'basic', username: 'me', password: secrets.jobPassword },
  }
  const { jobId } = (await weir.post('/v1/scrape', job, mine)).body.data
  while (!received.some((headers) => headers.includes(secrets.jobHeader!))) await Bun.sleep(10)
  expect(found()).toEqual([])
  release()
  const ended = async () => (await weir.get(`/v1/jobs/${jobId}`, mine)).body.data.completedAt !== null
  while (!(await ended())) await Bun.sleep(20)

  await weir.call('PUT', '/v1/users/profile', { fullName: 'Canary' }, session)
  await weir.call('PUT', `/v1/admin/users/${await userId(email)}`, { password: secrets.changedPassword })
  expect((await login(secrets.changedPassword)).status).toBe(200)
  await weir.call('DELETE', `/v1/auth/api-keys/${made.id}`)

  // The search works, and the secrets were sent where they belong.
  expect(weir.log.join('')).toContain('/v1/scrape')
  const stored = readdirSync(weir.dataDir).map((name) => {
    const path = join(weir.dataDir, name)
    return name.startsWith('weir.db') ? readFileSync(path, 'latin1') : ''
  })
  if (isSqlite) expect(stored.some((content) => content.includes(made.prefix))).toBe(true)
  const sent = received.join('')
  for (const what of ['header', 'cookie', 'bearerToken', 'jobHeader'] as const) expect(sent).toContain(secrets[what]!)
  for (const what of ['basicPassword', 'jobPassword'] as const) expect(sent).toContain(btoa(`me:${secrets[what]}`))

  expect(found()).toEqual([])
  await weir.weir.close()
  expect(found()).toEqual([])
}, 120_000)

const userId = async (email: string) =>
  (await weir.get(`/v1/admin/users?search=${encodeURIComponent(email)}`)).body.data.users[0].id
