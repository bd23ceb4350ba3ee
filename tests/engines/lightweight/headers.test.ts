import { expect, test } from 'bun:test'
import type { PageRequest } from 'weirjs'
import { acceptLanguage } from '../../../engines/lightweight/accept-language.ts'
import { pageHeaders } from '../../../engines/lightweight/page-headers.ts'
import { contextOptionsOf, PHONE_SCALE, profileOf } from '../../../engines/playwright/browser-profile.ts'
import { callerHeaders } from '../../../engines/playwright/page/caller-headers.ts'
import { headersOf } from '../../../engines/playwright/page/response.ts'

const request = (more: Partial<PageRequest> = {}): PageRequest => ({
  url: new URL('https://site.test/a'),
  timeout: 1000,
  maxBytes: 1000,
  ...more,
})
const refusal = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    const { code, message, details } = error as { code: string; message: string; details: unknown }
    return { code, message, details }
  }
}

test('languages keep their order, each followed by its base, with weights down to a tenth', () => {
  expect([acceptLanguage(), acceptLanguage({}), acceptLanguage({ languages: [] })]).toEqual(
    Array.from({ length: 3 }, () => 'en-US,en;q=0.9'),
  )
  expect(acceptLanguage({ languages: ['de-at', 'en'] })).toBe('de-AT,de;q=0.9,en;q=0.8')
  expect(acceptLanguage({ languages: ['fr'], country: 'DE' })).toBe('fr')
  expect(acceptLanguage({ country: 'AT' })).toBe('de-AT,de;q=0.9')
  const many = ['aa', 'ab', 'ae', 'af', 'ak', 'am', 'an', 'ar', 'as', 'av', 'ay', 'az']
  expect(acceptLanguage({ languages: many })).toBe(
    'aa,ab;q=0.9,ae;q=0.8,af;q=0.7,ak;q=0.6,am;q=0.5,an;q=0.4,ar;q=0.3,as;q=0.2,av;q=0.1,ay;q=0.1,az;q=0.1',
  )
})

test('an unknown language or country is refused by name', () => {
  expect(acceptLanguage({ languages: ['gsw'] })).toBe('gsw')
  for (const tag of ['no language', 'engl', 'x'])
    expect(refusal(() => acceptLanguage({ languages: [tag] }))).toEqual({
      code: 'invalid_options',
      message: 'location.languages must be language tags such as en or de-AT',
      details: { parameter: 'location.languages' },
    })
  expect(refusal(() => acceptLanguage({ country: 'Germany' }))).toEqual({
    code: 'invalid_options',
    message: 'location.country must be an ISO 3166 code of two letters such as DE',
    details: { parameter: 'location.country' },
  })
})

test('a page is requested with the headers of the caller, and otherwise those of a browser', () => {
  expect(Object.fromEntries(pageHeaders(request()))).toEqual({
    accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'accept-language': 'en-US,en;q=0.9',
  })
  const headers = new Headers({ accept: 'text/plain', 'Accept-Language': 'fr', 'user-agent': 'mine', 'x-a': '1' })
  expect(Object.fromEntries(pageHeaders(request({ headers })))).toEqual({
    accept: 'text/plain',
    'accept-language': 'fr',
    'user-agent': 'mine',
    'x-a': '1',
  })
  const given = pageHeaders(request({ headers, userAgent: 'other', location: { country: 'DE' } }))
  expect([given.get('user-agent'), given.get('accept-language')]).toEqual(['other', 'fr'])
  // Headers of the caller take precedence.
  expect(headers.get('user-agent')).toBe('mine')
})

test('credentials are sent according to their type, and refused if they cannot be sent in a header', () => {
  const authorization = (authentication: PageRequest['authentication']) =>
    pageHeaders(request({ authentication })).get('authorization')
  expect(authorization({ type: 'bearer', token: 'abc' })).toBe('Bearer abc')
  expect(authorization({ type: 'basic', username: 'ada', password: 'pä:ss' })).toBe(
    `Basic ${Buffer.from('ada:pä:ss').toString('base64')}`,
  )
  expect(authorization({ type: 'basic' })).toBe(`Basic ${Buffer.from(':').toString('base64')}`)
  expect(authorization({ type: 'bearer' })).toBe('Bearer')
  for (const [parameter, more] of [
    ['userAgent', { userAgent: 'two\nlines' }],
    ['authentication', { authentication: { type: 'bearer', token: '漢' } }],
  ] as const)
    expect(refusal(() => pageHeaders(request(more)))).toEqual({
      code: 'invalid_options',
      message: `${parameter} must be one line of Latin-1 text, because it is sent in a header`,
      details: { parameter },
    })
})

test('the document gets all headers of the caller, and other resources only those for access', () => {
  const headers = new Headers({
    cookie: 'a=1',
    'x-own': '2',
    accept: 'text/plain',
    'user-agent': 'mine',
    'accept-language': 'fr',
    connection: 'close',
    host: 'other.test',
  })
  const { origin, for: headersFor } = callerHeaders(
    request({ headers, authentication: { type: 'bearer', token: 't' } }),
  )
  expect(origin).toBe('https://site.test')
  expect(headersFor('document')).toEqual({
    accept: 'text/plain',
    authorization: 'Bearer t',
    cookie: 'a=1',
    'x-own': '2',
  })
  expect(headersFor('resource')).toEqual({ authorization: 'Bearer t', cookie: 'a=1', 'x-own': '2' })
  expect(callerHeaders(request()).origin).toBeUndefined()
  expect(callerHeaders(request({ headers: new Headers({ 'user-agent': 'x' }) })).origin).toBeUndefined()
})

test('response headers leave out the transfer encoding, and keep repeated ones apart', () => {
  const headers = headersOf([
    { name: 'Content-Encoding', value: 'br' },
    { name: 'content-length', value: '5' },
    { name: 'Transfer-Encoding', value: 'chunked' },
    { name: 'Set-Cookie', value: 'a=1\nb=2' },
    { name: 'x-content-length', value: '7' },
  ])
  expect([...headers.keys()].sort()).toEqual(['set-cookie', 'set-cookie', 'x-content-length'])
  expect(headers.getSetCookie()).toEqual(['a=1', 'b=2'])
})

test('a visitor has the properties that the caller sets, and otherwise the most common ones', () => {
  expect(profileOf(request())).toEqual({
    userAgent: undefined,
    mobile: false,
    viewport: undefined,
    locale: undefined,
    languages: undefined,
    timeZone: undefined,
    insecure: false,
    proxy: undefined,
  })
  const { locale, languages, timeZone, viewport, insecure, userAgent } = profileOf(
    request({ location: { country: 'AT' }, mobile: true, skipTlsVerification: true, userAgent: 'mine' }),
  )
  expect({ locale, languages, timeZone, viewport, insecure, userAgent }).toEqual({
    locale: 'de-AT',
    languages: 'de-AT,de;q=0.9',
    timeZone: 'Europe/Vienna',
    viewport: { width: 412, height: 915 },
    insecure: true,
    userAgent: 'mine',
  })
  expect(PHONE_SCALE).toBe(2.625)
  const headers = new Headers({ 'accept-language': 'fr', 'user-agent': 'from a header' })
  const own = profileOf(
    request({ headers, location: { languages: ['de'] }, viewport: { width: 1, height: 2 }, mobile: true }),
  )
  expect([own.languages, own.locale, own.userAgent, own.viewport, own.timeZone]).toEqual([
    'fr',
    'de',
    'from a header',
    { width: 1, height: 2 },
    undefined,
  ])
})

test('a visitor from a country with several time zones has the one where most people live', () => {
  const zone = (country: string) => profileOf(request({ location: { country } })).timeZone
  expect(['US', 'RU', 'AU', 'BR', 'CA', 'CN', 'DE', 'ES', 'ID', 'MX', 'UA', 'UZ', 'FR', 'JP'].map(zone)).toEqual([
    'America/New_York',
    'Europe/Moscow',
    'Australia/Sydney',
    'America/Sao_Paulo',
    'America/Toronto',
    'Asia/Shanghai',
    'Europe/Berlin',
    'Europe/Madrid',
    'Asia/Jakarta',
    'America/Mexico_City',
    'Europe/Kyiv',
    'Asia/Tashkent',
    'Europe/Paris',
    'Asia/Tokyo',
  ])
})

test('a context has the properties of its visitor, and otherwise the most common ones', () => {
  expect(contextOptionsOf(profileOf(request()))).toEqual({
    acceptDownloads: false,
    ignoreHTTPSErrors: false,
    viewport: { width: 1280, height: 800 },
    userAgent: undefined,
    locale: 'en-US',
    timezoneId: undefined,
    extraHTTPHeaders: { 'accept-language': 'en-US,en;q=0.9' },
  })
  const profile = profileOf(
    request({ location: { country: 'DE' }, viewport: { width: 5, height: 6 }, skipTlsVerification: true }),
  )
  expect(contextOptionsOf(profile)).toMatchObject({
    ignoreHTTPSErrors: true,
    viewport: { width: 5, height: 6 },
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    extraHTTPHeaders: { 'accept-language': 'de-DE,de;q=0.9' },
  })
})
