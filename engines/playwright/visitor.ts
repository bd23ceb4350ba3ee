import { ApiError, type PageRequest, type Proxy } from 'weirjs'
import { acceptLanguage } from '../lightweight/accept-language.ts'

/** Who a site believes it sees: what a browser is told once, when a context is made. */
export interface Visitor {
  /** Undefined: the browser's own. */
  userAgent: string | undefined
  mobile: boolean
  /** CSS pixels. */
  viewport: { width: number; height: number }
  /** The language that scripts see. */
  locale: string
  /** The `Accept-Language` header. */
  languages: string
  /** IANA name. Undefined: this machine's. */
  timeZone: string | undefined
  /** Takes any certificate. */
  insecure: boolean
  proxy: Proxy | undefined
}

/** What most visitors of sites have. */
const DESKTOP = { width: 1280, height: 800 }
/** A common Android phone: CSS pixels. */
const PHONE = { width: 412, height: 915 }

/** Reads who is to visit. Throws ApiError 400 `invalid_options` for a location that there is not. */
export function visitorOf(request: PageRequest): Visitor {
  const { userAgent, headers, mobile, viewport, location, skipTlsVerification, proxy } = request
  const languages = headers?.get('accept-language') ?? acceptLanguage(location)
  return {
    userAgent: userAgent ?? headers?.get('user-agent') ?? undefined,
    mobile: mobile ?? false,
    viewport: viewport ?? (mobile ? PHONE : DESKTOP),
    locale: acceptLanguage(location).split(/[,;]/, 1)[0]!,
    languages,
    timeZone: location?.country ? timeZoneOf(location.country) : undefined,
    insecure: skipTlsVerification ?? false,
    proxy,
  }
}

/** The zone where most people live, of countries that have several. Source: IANA time zone database. */
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
    throw new ApiError(400, 'invalid_options', message, { parameter: 'location.country' }, { cause })
  }
}
