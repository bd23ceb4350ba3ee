import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type Running, startWeir } from '../../weir.ts'

let weir: Running
beforeAll(async () => {
  weir = await startWeir({ WEIR_PLUGINS: `account,${import.meta.dir}/../fixtures/echo.ts` })
})
afterAll(() => weir.close())

const code = (answer: { body: { error: { code: string } } }) => answer.body.error.code

describe('every response', () => {
  test('has a request id, that of the request if it is valid', async () => {
    expect((await weir.get('/health', { headers: { 'x-request-id': 'mine-1' } })).headers.get('x-request-id')).toBe(
      'mine-1',
    )
    const odd = (await weir.get('/nowhere', { headers: { 'x-request-id': 'two words' } })).headers.get('x-request-id')
    expect(odd).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('to a key, in any header, is stored by no cache', async () => {
    const stored = async (path: string, headers: Record<string, string>) =>
      (await weir.get(path, { key: null, headers })).headers.get('cache-control')
    for (const path of ['/v1/users/profile', '/v1/nowhere'])
      for (const [name, value] of [
        ['x-api-key', weir.adminKey],
        ['authorization', `Bearer ${weir.adminKey}`],
      ] as const)
        expect(await stored(path, { [name]: value })).toBe('no-store')
    expect(await stored('/openapi.json', {})).toBeNull()
  })

  test('has a log line with the request, the account and the code, and without the key', async () => {
    await weir.post('/v1/echo', { word: '' }, { headers: { 'x-request-id': 'logged-1' } })
    const line = weir.log.find((entry) => entry.includes('request=logged-1'))
    expect(line).toContain('status=400')
    expect(line).toContain('code=invalid_options')
    expect(line).toContain('account=usr_')
    expect(weir.log.join('')).not.toContain(weir.adminKey)
  })
})

describe('paths and methods', () => {
  test('an unknown path is 404', async () => {
    const answer = await weir.get('/v1/nowhere')
    expect([answer.status, code(answer)]).toEqual([404, 'not_found'])
  })

  test('another method is 405 with the allowed ones', async () => {
    const answer = await weir.call('DELETE', '/v1/echo')
    expect([answer.status, code(answer), answer.headers.get('allow')]).toEqual([
      405,
      'method_not_allowed',
      'POST, GET, HEAD',
    ])
  })

  test('another method is 405 even if a parameter in another path would match it', async () => {
    for (const [method, path] of [
      ['GET', '/v1/echo/open/all'],
      ['GET', '/v1/echo/open/all/'],
      ['HEAD', '/v1/echo/open/all'],
      ['PUT', '/v1/echo/open/all'],
    ] as const) {
      const { status, headers } = await weir.call(method, path)
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST'])
    }
    expect((await weir.post('/v1/echo/open/all')).status).toBe(200)
    expect((await weir.get('/v1/echo/open/allowed')).body.data).toEqual({ id: 'allowed' })
  })

  test('a trailing slash makes no difference, in the paths of the server itself either', async () => {
    for (const path of ['/health', '/metrics', '/openapi.json'])
      expect([path, (await weir.get(`${path}/`)).status]).toEqual([path, 200])
  })

  test('HEAD is GET without a body', async () => {
    const answer = await weir.call('HEAD', '/v1/echo')
    expect([answer.status, answer.text]).toEqual([200, ''])
  })

  test('a path parameter is decoded, and cannot lead to another path', async () => {
    expect((await weir.get('/v1/echo/open/..%2f..%2fetc%00')).body.data.id).toBe('../../etc\0')
  })
})

describe('access', () => {
  test('is checked before the body', async () => {
    const answer = await weir.post('/v1/echo', { word: 5 }, { key: null })
    expect([answer.status, code(answer)]).toEqual([401, 'unauthorized'])
    expect((await weir.post('/v1/echo', undefined, { key: 'nonsense', raw: '{' })).status).toBe(401)
  })

  test('for anyone needs no key', async () => {
    expect((await weir.get('/v1/echo/open/a', { key: null })).body).toEqual({ success: true, data: { id: 'a' } })
  })

  test('for admin needs an administrator', async () => {
    const { key } = await weir.user('pro')
    expect((await weir.get('/v1/echo/admin', { key })).status).toBe(403)
    expect((await weir.get('/v1/echo/admin')).status).toBe(200)
  })
})

describe('bodies', () => {
  for (const [what, raw] of [
    ['invalid JSON', '{'],
    ['an array', '[]'],
    ['text', '"text"'],
    ['null', 'null'],
    ['empty', ''],
    ['too deep', `{"word":${'['.repeat(80)}${']'.repeat(80)}}`],
  ] as const) {
    test(`that are ${what} are 400 invalid_request`, async () => {
      const answer = await weir.post('/v1/echo', undefined, { raw })
      expect([answer.status, code(answer)]).toEqual([400, 'invalid_request'])
    })
  }

  test('that are not UTF-8 are 400, and valid ones arrive as they were sent', async () => {
    const post = async (text: Uint8Array<ArrayBuffer>) => {
      const whole = await weir.post('/v1/echo', undefined, { raw: text })
      const inPieces = await weir.post('/v1/echo', undefined, { raw: new Blob([text]).stream() })
      return [whole, inPieces].map(({ status, body }) => [status, body.error?.message ?? body.data.body.word])
    }
    const latin = Uint8Array.from(Buffer.from('{"word":"é"}', 'latin1'))
    expect(await post(latin)).toEqual(Array(2).fill([400, 'The body must be JSON in UTF-8']))
    const words = Uint8Array.from(Buffer.from('\ufeff{"word":"é\ufffd😀"}'))
    expect(await post(words)).toEqual(Array(2).fill([200, 'é\ufffd😀']))
  })

  test('with more members than can be checked in time are 400', async () => {
    for (const raw of [`{"word":[${'0,'.repeat(70_000)}0]}`, `{${'"a":1,'.repeat(70_000)}"word":"x"}`]) {
      const answer = await weir.post('/v1/echo', undefined, { raw })
      expect([answer.status, answer.body.error.message]).toEqual([
        400,
        'The lists and objects of the body must have at most 65536 members in all',
      ])
    }
    const commas = await weir.post('/v1/echo', { word: ','.repeat(100_000) })
    expect(commas.body.error.message).not.toContain('members')
  })

  test('that are not read to the end close the connection', async () => {
    const large = `{"word":"${'x'.repeat(100_000)}"}`
    const length = { 'content-length': String(large.length) }
    const closes = async (options: Parameters<typeof weir.post>[2]) =>
      (await weir.post('/v1/echo', undefined, { raw: large, headers: length, ...options })).headers.get('connection')
    expect(await closes({ key: null })).toBe('close')
    expect(await closes({ raw: new Blob([large]).stream(), headers: { 'content-length': '2000000' } })).toBe('close')
    expect(await closes({})).toBe(null)
    expect(await closes({ key: null, raw: '{}', headers: {} })).toBe(null)
    const asked = await weir.get('/health', { headers: { 'content-length': '200000' } })
    expect([asked.status, asked.headers.get('connection')]).toEqual([200, 'close'])
  })

  test('of another type than JSON are 400', async () => {
    const answer = await weir.post('/v1/echo', undefined, {
      raw: 'word=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect([answer.status, code(answer)]).toEqual([400, 'invalid_request'])
  })

  test('over 1 MiB are 413, also without a Content-Length', async () => {
    const large = `{"word":"${'x'.repeat(1_100_000)}"}`
    expect((await weir.post('/v1/echo', undefined, { raw: large })).status).toBe(413)
    const stream = new Blob([large]).stream()
    expect((await weir.post('/v1/echo', undefined, { raw: stream })).status).toBe(413)
  })

  test('get their defaults, nested ones too', async () => {
    expect((await weir.post('/v1/echo', { word: 'a' })).body.data.body).toEqual({
      word: 'a',
      kind: 'one',
      words: ['none'],
      options: { most: 7, deep: true },
    })
    expect((await weir.post('/v1/echo', { word: 'a', options: { most: 2 } })).body.data.body.options).toEqual({
      most: 2,
      deep: true,
    })
  })

  test('keep values of the wrong type, so that the schema refuses them', async () => {
    const answer = await weir.post('/v1/echo', { word: 'a', words: {} })
    expect(answer.body.error).toMatchObject({ code: 'invalid_options', details: { parameter: 'words' } })
  })

  test('are not coerced', async () => {
    const answer = await weir.post('/v1/echo', { word: 'a', options: { most: '2' } })
    expect(answer.body.error).toEqual({
      code: 'invalid_options',
      message: 'options.most must be a whole number from 1 to 9',
      details: { parameter: 'options.most' },
    })
  })

  test('with unknown names are accepted, and the names are reported', async () => {
    expect((await weir.post('/v1/echo', { word: 'a', formts: 1, options: { mots: 1 } })).body.warnings).toEqual([
      'unknown parameter: formts',
      'unknown parameter: options.mots',
    ])
  })

  test('take no parameters from the prototype that a body names', async () => {
    const post = (text: string) => weir.post('/v1/echo', JSON.parse(text))
    expect((await post('{"__proto__": {"word": "a"}}')).body.error).toMatchObject({ details: { parameter: 'word' } })
    expect((await post('{"word": "a", "__proto__": {"url": "http://x.example/"}}')).body).toEqual(
      (await post('{"word": "a", "__proto__": 1}')).body,
    )
  })

  test('that the path does not take are named too', async () => {
    const { status, body } = await weir.post('/v1/echo/open/all', { word: 'hello' })
    expect([status, body.warnings]).toEqual([200, ['unknown parameter: word']])
  })

  test('with a bad address say what is wrong with it', async () => {
    expect((await weir.post('/v1/echo', { word: 'a', url: 'gopher://x/' })).body.error).toMatchObject({
      code: 'invalid_url',
      details: { url: 'gopher://x/', reason: 'unsupported_scheme' },
    })
    const told = async (url: string) => (await weir.post('/v1/echo', { word: 'a', url })).body.error
    const withPassword = await told('http://ada:hunter2@example.com/')
    expect(withPassword.details).toEqual({ parameter: 'url', url: 'http://example.com/', reason: 'malformed' })
    expect(withPassword.message).toContain('without a user and a password')
    expect((await told('example.com')).message).toContain('https://example.com')
    expect(weir.log.join('')).not.toContain('hunter2')
  })

  test('do not change what later requests see', async () => {
    await weir.post('/v1/echo', undefined, {
      raw: '{"word":"a","__proto__":{"kind":"two"},"options":{"__proto__":{"most":9}}}',
    })
    expect((await weir.post('/v1/echo', { word: 'a' })).body.data.body).toMatchObject({
      kind: 'one',
      options: { most: 7 },
    })
    expect(({} as { kind?: string }).kind).toBeUndefined()
  })
})

describe('queries', () => {
  test('are converted to their types, with defaults', async () => {
    expect((await weir.get('/v1/echo')).body.data).toEqual({ limit: 20 })
    expect((await weir.get('/v1/echo?limit=3')).body.data).toEqual({ limit: 3 })
  })
  test('with unknown names are accepted', async () => {
    expect((await weir.get('/v1/echo?limit=3&utm_source=x')).status).toBe(200)
  })
  for (const limit of ['0', '101', 'abc', '-1', '1.5', '']) {
    test(`limit=${limit} is refused`, async () => {
      expect((await weir.get(`/v1/echo?limit=${limit}`)).status).toBe(400)
    })
  }
})

describe('failures', () => {
  test('with unknown errors show the code of the plugin and nothing else', async () => {
    const answer = await weir.get('/v1/echo/crash')
    expect([answer.status, code(answer)]).toEqual([500, 'scraping_failed'])
    expect(answer.text).not.toContain('secret')
    expect(weir.log.join('')).toContain('a secret path')
  })

  test('have the status that the plugin gives their code', async () => {
    expect((await weir.get('/v1/echo/conflict')).status).toBe(418)
  })

  test('of a response that breaks its own schema are 500, without details', async () => {
    const answer = await weir.get('/v1/echo/wrong')
    expect([answer.status, code(answer)]).toEqual([500, 'internal_error'])
  })
})

test('a connection that is kept open for the work is not kept open for a response that nobody reads', async () => {
  const told: string[] = []
  const peer = {
    address: '127.0.0.1',
    keepOpen: () => void told.push('kept open'),
    answered: () => void told.push('answered'),
  }
  const headers = { authorization: `Bearer ${weir.adminKey}` }
  await weir.weir.server.fetch(new Request('http://localhost/v1/echo/slow', { headers }), peer)
  expect(told).toEqual(['kept open', 'answered'])
})

describe('limits', () => {
  test('are on every response of a limited route, and a refused body does not count against them', async () => {
    const { key } = await weir.user('free')
    const remaining = async (body: unknown, as = key) => {
      const { status, headers } = await weir.post('/v1/echo', body, { key: as })
      return [
        status,
        headers.get('x-ratelimit-limit'),
        headers.get('x-ratelimit-remaining'),
        headers.get('retry-after'),
      ]
    }
    expect(await remaining({ word: '' })).toEqual([400, '2', '2', null])
    expect(await remaining({ word: 'forbidden' })).toEqual([400, '2', '2', null])
    const { session } = await weir.user('enterprise')
    for (const narrow of [{ permissions: ['account'] }, { endpoints: ['/v1/scrape'] }]) {
      const made = await weir.post('/v1/auth/api-keys', { name: 'narrow', ...narrow }, { key: session })
      const [status, limit] = await remaining({ word: 'a' }, made.body.data.key)
      expect([made.status, status, limit]).toEqual([201, 403, '100'])
    }
    expect(await remaining({ word: 'a' })).toEqual([200, '2', '1', null])
    expect(await remaining({ word: 'a' })).toEqual([200, '2', '0', null])
    const [status, , left, after] = await remaining({ word: 'a' })
    expect([status, left, Number(after) > 0]).toEqual([429, '0', true])
  })

  test('let exactly as many requests through as they allow, of twice as many at once', async () => {
    const { key } = await weir.user('enterprise', { rateLimit: { requestsPerHour: 20 } })
    const answers = await Promise.all(Array.from({ length: 40 }, () => weir.get('/v1/echo/slow', { key })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  test('on requests in flight free their place whatever becomes of the request', async () => {
    const { key } = await weir.user('free', { rateLimit: { requestsPerHour: 100 } })
    const [one, two] = await Promise.all([weir.get('/v1/echo/slow', { key }), weir.get('/v1/echo/slow', { key })])
    expect([one.status, two.status].sort()).toEqual([200, 429])
    expect((await weir.get('/v1/echo/slow', { key })).status).toBe(200)
  })
})

describe('health', () => {
  test('needs no key', async () => {
    expect((await weir.get('/health', { key: null })).body).toMatchObject({
      success: true,
      data: { status: 'healthy' },
    })
  })
})

describe('a plugin is refused at start', () => {
  const start = (name: string) => startWeir({ WEIR_PLUGINS: `account,${import.meta.dir}/../fixtures/${name}.ts` })
  for (const [name, why] of [
    ['no-access', 'Plugin no-access: the route GET /v1/no-access states no access'],
    ['taken-route', 'Plugin taken-route: the route GET /v1/users/profile is taken by the plugin account'],
    [
      'unknown-limit',
      'Plugin unknown-limit: the route GET /v1/unknown-limit counts against steps, which no plugin declares',
    ],
    [
      'missing-service',
      'Plugin missing-service needs crawl.frontier, which no loaded plugin provides: add crawl to WEIR_PLUGINS',
    ],
    ['old-contract', 'is written for version 0 of the plugin contract, this Weir has version 1'],
    ['nothing', 'exports no plugin by default'],
    ['not-there', 'there is no file'],
  ] as const) {
    test(`that is ${name}, in one line`, async () => {
      const failure = await start(name).then(
        () => undefined,
        (error: Error) => error,
      )
      expect(failure?.message).toContain(why)
      expect(failure?.message).not.toContain('\n')
    })
  }
})
