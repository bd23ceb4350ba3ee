import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { setTimeout } from 'node:timers/promises'
import {
  type Capability,
  createEgress,
  type Egress,
  type Engine,
  type EngineContext,
  type EngineDefinition,
  type EngineKit,
  isApiError,
  type Log,
  type PageRequest,
} from 'weirjs'
import { abilityConformance } from './engine/abilities.ts'
import { HungError, type ReadPage, read, rejection, soon } from './engine/reading.ts'
import { type EngineSite, everyByte, startEngineSite } from './engine-site.ts'

export interface EngineConformanceOptions {
  /** The engine's complete settings. Default: none. */
  config?: unknown
  /**
   * False for an engine that does not contact the page's own server, such as one that reads an archive. Then only its
   * definition, opening and closing are tested.
   */
  live?: boolean
}

/** Milliseconds for one test. A browser may have to start first, on a busy machine. */
const PATIENCE = 90_000
/** Milliseconds for one page. */
const PAGE_TIME = 60_000
/** Milliseconds within which an engine must stop after its timeout, or after the client has disconnected. */
const GRACE = 3_000

const capabilities: readonly Capability[] = ['javascript', 'actions', 'screenshot', 'pdf', 'stealth', 'mobile', 'proxy']
const silent: Log = { info() {}, warn() {}, error() {}, with: () => silent }

/**
 * Tests that every engine must pass, on a local site. Capabilities are tested if the engine declares them in
 * `supports`. Call this inside a `describe`, and skip that on machines where the engine cannot run.
 *
 * @example describe('engine lightweight', () => engineConformance(lightweight))
 */
export function engineConformance(
  definition: EngineDefinition,
  { config = {}, live = true }: EngineConformanceOptions = {},
): void {
  const { supports } = definition
  let site: EngineSite
  let egress: Egress
  let kit: EngineKit
  let engine: Engine

  beforeAll(async () => {
    site = await startEngineSite()
    egress = createEgress({ allow: site.allow })
    kit = { config, fetch: egress.fetch, log: silent, proxy: egress.proxy }
    engine = await definition.open(kit)
  }, PATIENCE)
  afterAll(async () => {
    await engine?.close?.()
    await egress.close()
    site.stop()
  }, PATIENCE)

  const context = (signal = new AbortController().signal): EngineContext => ({
    signal,
    account: { id: 'usr_conformance', email: 'conformance@example.com', plan: 'free', role: 'user' },
    priority: 'medium',
  })
  const request = (url: string, more: Partial<PageRequest> = {}): PageRequest => ({
    url: new URL(url),
    timeout: PAGE_TIME,
    maxBytes: 10_000_000,
    ...more,
  })
  const get = async (url: string, more: Partial<PageRequest> = {}, signal?: AbortSignal) =>
    read(await engine.fetch(request(url, more), context(signal)))
  const lastSeen = (path: string) => site.seen.findLast((seen) => seen.path === path)?.headers
  /** A test that hangs fails alone: the engine is replaced, so that the next test is not blocked. */
  const check = (name: string, run: () => Promise<void>) =>
    test(
      name,
      async () => {
        try {
          await soon(run(), PATIENCE)
        } catch (error) {
          if (!(error instanceof HungError)) throw error
          const old = engine
          engine = await definition.open(kit)
          void Promise.resolve(old.close?.()).catch(() => {})
          throw error
        }
      },
      PATIENCE + GRACE,
    )

  describe('its definition', () => {
    check('names it in lower case, for this contract', async () => {
      expect(
        [definition.name, ...(definition.aliases ?? [])].filter((name) => !/^[a-z][a-z0-9_-]*$/.test(name)),
      ).toEqual([])
      expect(definition.api).toBe(1)
    })
    check('claims only what there is to claim', async () => {
      expect(Object.keys(supports).filter((name) => !capabilities.includes(name as Capability))).toEqual([])
    })
    check('is ready here, or says why not and what to do', async () => {
      const state = (await definition.ready?.(kit)) ?? { ready: true }
      expect(state).toMatchObject(
        state.ready ? { ready: true } : { reason: expect.any(String), remedy: expect.any(String) },
      )
      expect(state.ready).toBe(true)
    })
    check('gives an engine that a request whose caller has gone costs nothing', async () => {
      const before = site.seen.length
      await rejection(get(site.url('/page'), {}, AbortSignal.abort(new Error('gone'))))
      expect(site.seen.length).toBe(before)
    })
  })
  if (!live) return

  describe('a page', () => {
    check('comes with its address, status, headers and text', async () => {
      const page = await get(site.url('/page?q=1'))
      expect([page.url.href, page.status]).toEqual([site.url('/page?q=1'), 200])
      expect([page.headers.get('x-site'), page.headers.get('content-type')]).toEqual([
        'yes',
        'text/html; charset=utf-8',
      ])
      expect(page.text).toContain('<h1>Grüße</h1>')
    })
    check('may have headers in UTF-8', async () => {
      const page = await get(site.url('/named'))
      expect(page.text).toContain('NAMEDMARK')
      expect(Buffer.from(page.headers.get('x-name') ?? '', 'latin1').toString()).toBe('größe 大きさ')
    })
    if (!supports.javascript)
      check('comes as the bytes that were sent', async () => {
        expect((await get(site.url('/bytes'))).bytes).toEqual(everyByte)
        expect([...(await get(site.url('/latin1'))).bytes]).toEqual([0x3c, 0x70, 0x3e, 0xe4, 0x80])
        expect((await get(site.url('/empty'))).bytes).toHaveLength(0)
      })
    for (const status of [404, 503])
      check(`of status ${status} is a page`, async () => {
        const page = await get(site.url(`/status/${status}`))
        expect(page.status).toBe(status)
        expect(page.text).toContain(`STATUSMARK ${status}`)
      })
    check('is that of the site if a browser writes its path in another way', async () => {
      const { status, text } = await get(site.url('/a|b'))
      expect([status, text.includes('none')]).toEqual([404, true])
    })
    for (const path of ['/large', '/white-space'])
      check(`beyond maxBytes is not cut to fit: ${path}`, async () => {
        const outcome = await get(site.url(path), { maxBytes: 1_000_000 }).catch((error: unknown) => error)
        // An engine may also return the whole body, which the registry then refuses.
        if (isApiError(outcome))
          expect(outcome).toMatchObject({ code: 'scraping_failed', details: { reason: 'too_large' } })
        else expect((outcome as ReadPage).bytes.length).toBeGreaterThan(1_000_000)
      })
    check('does not mix with others that are fetched at the same time, and leaves them no cookie', async () => {
      const echo = async (n: number) => {
        const { text } = await get(site.url(`/echo?n=${n}`), { headers: new Headers({ 'x-n': `${n}` }) })
        return /ECHO (\d \d \w+)/.exec(text)?.[1]
      }
      expect(await Promise.all([1, 2, 3].map(echo))).toEqual(['1 1 null', '2 2 null', '3 3 null'])
      expect(await echo(4)).toBe('4 4 null')
    })
  })

  describe('a redirect', () => {
    check('is followed to where it leads', async () => {
      const page = await get(site.url('/redirect'))
      expect([page.url.href, page.status]).toEqual([site.url('/page'), 200])
      expect(page.text).toContain('PAGEMARK')
      const hops = page.trace?.map(({ engine: name, url, status, reason }) => ({ name, url, status, reason }))
      const hop = (path: string) => ({ name: definition.name, url: site.url(path), status: 302, reason: 'redirect' })
      if (hops) expect(hops).toEqual([hop('/redirect'), hop('/redirect/again')])
    })
    check('may lead to an address in UTF-8', async () =>
      expect((await get(site.url('/redirect/named'))).text).toContain('SIZEMARK'),
    )
    check('keeps the cookies that it sets', async () => {
      expect((await get(site.url('/cookie'))).text).toContain('COOKIEMARK')
      expect(lastSeen('/cookie/wanted')?.get('cookie')).toBe('taste=sweet')
    })
    check("within the origin carries the caller's headers and login", async () => {
      const headers = new Headers({ 'x-probe': 'two' })
      const authentication = { type: 'bearer', token: 'known' } as const
      const page = await get(site.url('/redirect'), { headers, authentication })
      expect(page.text).toContain('PAGEMARK')
      if (page.trace) expect(page.trace.map(({ url }) => url)).toEqual(['/redirect', '/redirect/again'].map(site.url))
      for (const path of ['/redirect', '/redirect/again', '/page'])
        expect([lastSeen(path)?.get('x-probe'), lastSeen(path)?.get('authorization')]).toEqual(['two', 'Bearer known'])
    })
    check('to another origin carries neither credentials nor secrets', async () => {
      const referer = 'http://before.test/?secret'
      const headers = new Headers({ 'x-api-key': 'secret', cookie: 'session=secret', referer })
      const authentication = { type: 'bearer', token: 'secret' } as const
      const to = site.url(`/to?url=${encodeURIComponent(site.otherUrl('/page'))}`)
      expect((await get(to, { headers, authentication })).url.href).toBe(site.otherUrl('/page'))
      expect(lastSeen('/to')?.get('authorization')).toBe('Bearer secret')
      expect(lastSeen('/to')?.get('referer')).toBe(referer)
      expect([...(lastSeen('/page') ?? [])].filter(([, value]) => value.includes('secret'))).toEqual([])
      const toBar = site.url(`/to?url=${encodeURIComponent(site.otherUrl('/a|b'))}`)
      expect((await get(toBar, { headers })).text).toContain('none')
      const atBar = site.seen.findLast(({ path }) => /^\/a(?:\||%7C)b$/.test(path))!
      expect([...atBar.headers].filter(([, value]) => value.includes('secret'))).toEqual([])
    })
    check('to a forbidden address is refused, and nothing is sent there', async () => {
      await rejection(get(site.url(`/to?url=${encodeURIComponent(site.trapUrl('/by-redirect'))}`)))
      expect(site.trapped).toEqual([])
    })
  })

  describe('what the caller asks for', () => {
    check('is sent: headers, user agent, languages, a user name and a password', async () => {
      await get(site.url('/page'), {
        headers: new Headers({ 'x-probe': 'one' }),
        userAgent: 'Probe/1.0',
        location: { languages: ['de-AT', 'nl'] },
        authentication: { type: 'basic', username: 'zoë', password: 'pass:word' },
      })
      const headers = lastSeen('/page')
      const [scheme, login = ''] = headers?.get('authorization')?.split(' ') ?? []
      expect([
        ...[headers?.get('x-probe'), headers?.get('user-agent'), headers?.get('accept-language')],
        ...[scheme, Buffer.from(login, 'base64').toString()],
      ]).toEqual(['one', 'Probe/1.0', expect.stringMatching(/^de-AT\b.*\bnl\b/), 'Basic', 'zoë:pass:word'])
    })
    check('ends in time', async () => {
      const error = await soon(rejection(get(site.url('/never'), { timeout: 1000 })), 1000 + GRACE)
      if (isApiError(error)) expect(error.code).toBe('timeout')
    })
    check('ends when the caller goes, and so does the request', async () => {
      const path = '/never?gone'
      const controller = new AbortController()
      const ended = rejection(get(site.url(path), {}, controller.signal))
      for (let i = 0; i < PAGE_TIME / 10 && site.waiting(path) === 0; i++) await setTimeout(10)
      expect(site.waiting(path)).toBe(1)
      controller.abort(new Error('gone'))
      await soon(ended, GRACE)
      for (let i = 0; i < GRACE / 10 && site.waiting(path) > 0; i++) await setTimeout(10)
      expect(site.waiting(path)).toBe(0)
    })
  })

  describe('an address that cannot be had', () => {
    const reasonOf = async (url: string) => {
      const error = await rejection(get(url))
      return isApiError(error) ? [error.status, error.code, error.details.reason] : error
    }
    check('is told as forbidden, and nothing is sent there', async () => {
      expect(await reasonOf(site.trapUrl('/direct'))).toEqual([400, 'invalid_url', 'forbidden_address'])
      expect(site.trapped).toEqual([])
    })
    check('is told as refused', async () =>
      expect(await reasonOf(site.closedUrl)).toEqual([400, 'invalid_url', 'refused']),
    )
    check('is told as not secure, unless the caller does not mind', async () => {
      expect(await reasonOf(site.secureUrl('/page'))).toEqual([400, 'invalid_url', 'tls'])
      expect((await get(site.secureUrl('/page'), { skipTlsVerification: true })).text).toContain('PAGEMARK')
    })
  })

  abilityConformance({ supports, site: () => site, get, check })
}
