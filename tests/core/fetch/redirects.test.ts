import { afterEach, describe, expect, test } from 'bun:test'
import { failureOf, openFetch, rejection, transports } from './open-fetch.ts'
import { headersOf, pathOf, type RawServer, type Respond, response, startRawServer } from './servers.ts'

const running: RawServer[] = []
afterEach(() => {
  for (const server of running.splice(0)) server.stop()
})
async function serve(respond: Respond) {
  const server = await startRawServer(respond)
  running.push(server)
  return { ...server, url: (path = '/', host = '127.0.0.1') => `http://${host}:${server.port}${path}` }
}
const moved = (location: string, status = 302, headers: Record<string, string | string[]> = {}) =>
  response(status, { location, ...headers }, 'moved')

for (const [name, transport] of transports)
  describe(`by ${name}`, () => {
    const fetch = openFetch({ transport, allow: '127.0.0.1,127.0.0.2,localhost' })

    test('redirects are followed and reported, and end at the final URL', async () => {
      const site = await serve((socket, request) =>
        socket.write(
          pathOf(request) === '/c' ? response(200, {}, 'here') : moved({ '/a': '/b', '/b': 'c' }[pathOf(request)]!),
        ),
      )
      const hops: string[] = []
      const answer = await fetch(site.url('/a#part'), {
        onHop: ({ url, status, ms }) => void hops.push(`${status} ${url.pathname} ${ms >= 0}`),
      })
      expect([answer.url.href, await answer.text()]).toEqual([site.url('/c#part'), 'here'])
      expect(hops).toEqual(['302 /a true', '302 /b true'])
      expect(site.connections.all).toBe(1)
    })

    test('a redirect to a forbidden or impossible address is refused, and nothing is sent there', async () => {
      const victim = await serve((socket) => socket.end(response(200, {}, 'a secret')))
      const targets = {
        [`http://127.0.0.3:${victim.port}/`]: 'forbidden_address',
        [`//[::ffff:7f00:3]:${victim.port}/`]: 'forbidden_address',
        'http://[::1]/': 'forbidden_address',
        'http://169.254.169.254/latest/meta-data/': 'forbidden_address',
        'http://2130706435/': 'forbidden_address',
        'http://127.0.0.1:22/': 'forbidden_address',
        '\\\\127.0.0.3\\x': 'malformed',
        'http://user:password@127.0.0.1/': 'malformed',
        'http://': 'malformed',
        'file:///etc/passwd': 'unsupported_scheme',
        'gopher://127.0.0.1/': 'unsupported_scheme',
        'data:text/html,x': 'unsupported_scheme',
      }
      const site = await serve((socket, request) => socket.end(moved(decodeURIComponent(pathOf(request).slice(1)))))
      for (const [target, reason] of Object.entries(targets))
        expect([target, await failureOf(fetch(site.url(`/${encodeURIComponent(target)}`)))]).toEqual([
          target,
          { status: 400, code: 'invalid_url', reason },
        ])
      expect(victim.connections.all).toBe(0)
    })

    test('a refusal names the URL that the caller gave', async () => {
      const site = await serve((socket) => socket.end(moved('http://10.1.2.3/private')))
      const error = await rejection(fetch(site.url('/start')))
      expect(error).toMatchObject({ details: { url: site.url('/start'), reason: 'forbidden_address' } })
      expect(String((error as Error).message)).toStartWith('A redirect was not followed')
      expect(JSON.stringify(error)).not.toContain('10.1.2.3')
      const away = await serve((socket) => socket.end(moved('mailto:somebody@site.test')))
      expect(String(((await rejection(fetch(away.url('/')))) as Error).message)).toStartWith(
        'A redirect was not followed',
      )
    })

    test('ten redirects are followed and no more, unless the caller says otherwise', async () => {
      const site = await serve((socket, request) => {
        const left = Number(pathOf(request).slice(1))
        socket.write(left > 0 ? moved(`/${left - 1}`) : response(200, {}, 'end'))
      })
      expect((await fetch(site.url('/10'))).url.pathname).toBe('/0')
      const failure = { status: 500, code: 'scraping_failed', reason: 'too_many_redirects' }
      expect(await failureOf(fetch(site.url('/11')))).toEqual(failure)
      expect((await fetch(site.url('/12'), { maxRedirects: 12 })).url.pathname).toBe('/0')
      expect(await failureOf(fetch(site.url('/2'), { maxRedirects: 1 }))).toEqual(failure)
      const asked: string[] = []
      const refused = await fetch(site.url('/3'), {
        mayFollow: async ({ pathname }) => asked.push(pathname) < 2,
      })
      expect([refused.status, refused.url.pathname, asked]).toEqual([302, '/2', ['/2', '/1']])
      const unfollowed = await fetch(site.url('/2'), { maxRedirects: 0 })
      expect([unfollowed.status, unfollowed.headers.get('location'), await unfollowed.text()]).toEqual([
        302,
        '/1',
        'moved',
      ])
    })

    test('a loop ends', async () => {
      const site = await serve((socket) => socket.write(moved('/')))
      expect(await failureOf(fetch(site.url()))).toMatchObject({ reason: 'too_many_redirects' })
      expect(site.requests).toHaveLength(11)
    })

    test('spaces and raw UTF-8 in Location are handled as in browsers', async () => {
      const targets: Record<string, string> = {
        '/1': ' /a b?c d ',
        '/2': Buffer.from('/bücher').toString('latin1'),
        '/3': '/b\u00fccher',
      }
      const site = await serve((socket, request) =>
        socket.write(targets[pathOf(request)] ? moved(targets[pathOf(request)]!) : response(200)),
      )
      const paths = []
      for (const path of Object.keys(targets)) {
        const { url } = await fetch(site.url(path))
        paths.push(url.pathname + url.search)
      }
      expect(paths).toEqual(['/a%20b?c%20d', '/b%C3%BCcher', '/b%C3%BCcher'])
    })

    test('a redirect status without a Location is a final response', async () => {
      const site = await serve((socket) => socket.end(response(302, {}, 'where?')))
      expect(await (await fetch(site.url())).text()).toBe('where?')
    })

    test('the method and body are kept or dropped as the fetch standard says', async () => {
      const site = await serve((socket, request) => {
        const status = Number(pathOf(request).slice(1))
        socket.write(
          status
            ? moved('/', status)
            : response(
                200,
                {},
                `${request.split(' ')[0]} ${request.split('\r\n\r\n')[1]} ${headersOf(request)['content-type']}`,
              ),
        )
      })
      const post = async (status: number, method = 'POST') =>
        (await fetch(site.url(`/${status}`), { method, body: 'data', headers: { 'content-type': 'text/x' } })).text()
      expect(await Promise.all([301, 302, 303, 307, 308].map((status) => post(status)))).toEqual([
        'GET  undefined',
        'GET  undefined',
        'GET  undefined',
        'POST data text/x',
        'POST data text/x',
      ])
      expect(await post(302, 'PUT')).toBe('PUT data text/x')
      expect(await post(303, 'PUT')).toBe('GET  undefined')
    })

    test('credentials and headers that may hold them stay at their origin, also if a later redirect leads back', async () => {
      const other = await serve((socket, request) =>
        socket.write(pathOf(request) === '/back' ? moved(home.url('/end')) : response(200)),
      )
      const home = await serve((socket, request) =>
        socket.write(
          pathOf(request) === '/out'
            ? moved(other.url('/back'))
            : pathOf(request) === '/same'
              ? moved('/end')
              : response(200),
        ),
      )
      const headers = {
        authorization: 'Bearer secret',
        cookie: 'session=secret',
        'x-api-key': 'secret',
        'x-auth-token': 'secret',
        'x-amz-security-token': 'secret',
        referer: 'https://example.com/secret',
        accept: 'text/x',
        'accept-language': 'de',
        'user-agent': 'Probe/1',
        'sec-ch-ua': '"x"',
      }
      await fetch(home.url('/same'), { headers })
      expect(home.requests.map((request) => headersOf(request)['x-api-key'])).toEqual(['secret', 'secret'])
      await fetch(home.url('/out'), { headers })
      for (const request of [other.requests[0]!, home.requests.at(-1)!]) {
        expect(request).not.toContain('secret')
        expect(headersOf(request)).toMatchObject({
          accept: 'text/x',
          'accept-language': 'de',
          'user-agent': 'Probe/1',
          'sec-ch-ua': '"x"',
        })
      }
    })

    test('cookies that a redirect sets are sent where they belong, if that is asked for', async () => {
      const named = openFetch({ transport, resolve: async () => ['127.0.0.1'] })
      const site = await serve((socket, request) => {
        const set = [
          'a=1; Path=/',
          'b=2; Path=/deep',
          'c=3; Secure',
          'd=4; Domain=example.com',
          'e=5; Domain=test',
          'f=6; Max-Age=0',
          'g=7; Path=/; Domain=site.test',
          'own=new; Path=/',
          'broken',
        ]
        const to: Record<string, string> = {
          '/start': '/deep/page',
          '/deep/page': site.url('/below', 'www.site.test'),
          '/below': site.url('/elsewhere', 'other.test'),
        }
        const target = to[pathOf(request)]
        socket.write(
          target ? moved(target, 302, pathOf(request) === '/start' ? { 'set-cookie': set } : {}) : response(200),
        )
      })
      const sent = async (cookies: boolean) => {
        site.requests.length = 0
        await named(site.url('/start', 'site.test'), { cookies, headers: { cookie: 'own=old; mine=x' } })
        return site.requests.map((request) => headersOf(request).cookie?.split('; ').sort().join('; '))
      }
      expect(await sent(true)).toEqual(['mine=x; own=old', 'a=1; b=2; g=7; mine=x; own=new', 'g=7', undefined])
      expect(await sent(false)).toEqual(['mine=x; own=old', 'mine=x; own=old', undefined, undefined])
    })

    test('a long body of a redirect is not read', async () => {
      const site = await serve((socket, request) => {
        if (pathOf(request) === '/end') return void socket.end(response(200, {}, 'end'))
        socket.write(response(302, { location: '/end', 'transfer-encoding': 'chunked' }))
        const drip = setInterval(() => socket.write('1\r\nx\r\n'), 10)
        socket.on('close', () => clearInterval(drip))
      })
      expect(await (await fetch(site.url())).text()).toBe('end')
      await Bun.sleep(50)
      expect(site.connections.open).toBeLessThanOrEqual(1)
    })
  })
