import type { BrowserContextOptions } from 'playwright-core'
import { ApiError, type PageRequest, type Proxy } from 'weirjs'
import { acceptLanguage } from '../lightweight/accept-language.ts'

/**
 * The browser that a request asks for. A context is created from it, so one created ahead suits any equal profile.
 */
export interface BrowserProfile {
  userAgent: string | undefined
  mobile: boolean
  /** In CSS pixels. */
  viewport: { width: number; height: number } | undefined
  /** The language that scripts see. */
  locale: string | undefined
  /** The `Accept-Language` header. */
  languages: string | undefined
  /** An IANA name. */
  timeZone: string | undefined
  /** Accepts any certificate. */
  insecure: boolean
  proxy: Proxy | undefined
}

/** The most common desktop size, in CSS pixels. */
const DESKTOP = { width: 1280, height: 800 }
/** A common Android phone: its size in CSS pixels, and its device pixel ratio. */
const PHONE = { width: 412, height: 915 }
export const PHONE_SCALE = 2.625

/** The profile for a request. Throws ApiError 400 `invalid_options` for an unknown location. */
export function profileOf(request: PageRequest): BrowserProfile {
  const { userAgent, headers, mobile = false, viewport, location, skipTlsVerification, proxy } = request
  const header = headers?.get('accept-language') ?? undefined
  const languages = header ?? (location && acceptLanguage(location))
  return {
    userAgent: userAgent ?? headers?.get('user-agent') ?? undefined,
    mobile,
    viewport: viewport ?? (mobile ? PHONE : undefined),
    locale: location && acceptLanguage(location).split(/[,;]/, 1)[0],
    languages,
    timeZone: location?.country ? timeZoneOf(location.country) : undefined,
    insecure: skipTlsVerification ?? false,
    proxy,
  }
}

/** The context options of a profile; what the caller leaves open is as in most browsers. */
export const contextOptionsOf = ({
  userAgent,
  viewport,
  locale,
  languages,
  timeZone,
  insecure,
}: BrowserProfile): BrowserContextOptions => ({
  acceptDownloads: false,
  ignoreHTTPSErrors: insecure,
  viewport: viewport ?? DESKTOP,
  userAgent,
  locale: locale ?? 'en-US',
  timezoneId: timeZone,
  extraHTTPHeaders: { 'accept-language': languages ?? acceptLanguage() },
})

/** The most populous time zone of each country that has several. Source: IANA time zone database. */
const mainZones: Readonly<Record<string, string>> = {
  AQ: 'Antarctica/McMurdo',
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Gaza',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  UM: 'Pacific/Wake',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
}

function timeZoneOf(country: string): string | undefined {
  const main = mainZones[country]
  if (main) return main
  try {
    return new Intl.Locale('und', { region: country }).getTimeZones()?.[0]
  } catch (cause) {
    const message = 'location.country must be an ISO 3166 code of two letters such as DE'
    throw new ApiError('invalid_options', message, { parameter: 'location.country' }, { cause })
  }
}
