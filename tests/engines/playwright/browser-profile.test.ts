import { describe, expect, test } from 'bun:test'
import type { PageRequest } from 'weirjs'
import { contextOptionsOf, PHONE_SCALE, profileOf } from '../../../engines/playwright/browser-profile.ts'

const of = (request: Partial<PageRequest> = {}) =>
  profileOf({ url: new URL('https://a.example/'), ...request } as PageRequest)

describe('a visitor', () => {
  test('has no properties by default', () => {
    expect(of()).toEqual({
      ...{ userAgent: undefined, mobile: false, viewport: undefined, locale: undefined, languages: undefined },
      ...{ timeZone: undefined, insecure: false, proxy: undefined },
    })
  })

  test('has the properties that the caller sets, by an option or a header', () => {
    const headers = new Headers({ 'user-agent': 'Header', 'accept-language': 'fr' })
    expect(of({ headers })).toMatchObject({ userAgent: 'Header', languages: 'fr', locale: undefined })
    expect(of({ headers, userAgent: 'Option', location: { languages: ['de-AT'] } })).toMatchObject({
      ...{ userAgent: 'Option', languages: 'fr', locale: 'de-AT' },
    })
    expect(of({ location: { languages: ['de-AT', 'en'] } })).toMatchObject({
      languages: 'de-AT,de;q=0.9,en;q=0.8',
      timeZone: undefined,
    })
    expect(of({ skipTlsVerification: true }).insecure).toBe(true)
  })

  test('on a phone has the screen of one, unless a viewport is set', () => {
    expect(of({ mobile: true })).toMatchObject({ mobile: true, viewport: { width: 412, height: 915 } })
    // Screens of such phones are 1,080 pixels wide.
    expect(412 * PHONE_SCALE).toBeWithin(1080, 1082)
    const viewport = { width: 300, height: 200 }
    expect(of({ mobile: true, viewport }).viewport).toEqual(viewport)
  })

  test.each([
    ['DE', 'Europe/Berlin', 'de-DE'],
    ['US', 'America/New_York', 'en-US'],
    ['FR', 'Europe/Paris', 'fr-FR'],
  ])('from the country %p has its time zone and its language', (country, timeZone, locale) => {
    expect(of({ location: { country } })).toMatchObject({ timeZone, locale })
  })

  test('from an unknown country is refused', () => {
    expect(() => of({ location: { country: 'nowhere', languages: ['en'] } })).toThrow(
      expect.objectContaining({ code: 'invalid_options', details: { parameter: 'location.country' } }),
    )
  })
})

test('a context has the properties of its visitor, and otherwise the most common ones', () => {
  expect(contextOptionsOf(of())).toEqual({
    acceptDownloads: false,
    ignoreHTTPSErrors: false,
    viewport: { width: 1280, height: 800 },
    userAgent: undefined,
    locale: 'en-US',
    timezoneId: undefined,
    extraHTTPHeaders: { 'accept-language': 'en-US,en;q=0.9' },
  })
  const given = of({ mobile: true, userAgent: 'A', skipTlsVerification: true, location: { country: 'DE' } })
  expect(contextOptionsOf(given)).toEqual({
    acceptDownloads: false,
    ignoreHTTPSErrors: true,
    viewport: { width: 412, height: 915 },
    userAgent: 'A',
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    extraHTTPHeaders: { 'accept-language': 'de-DE,de;q=0.9' },
  })
})
