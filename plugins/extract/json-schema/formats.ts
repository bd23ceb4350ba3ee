/** A format that is checked. */
interface Format {
  /** Its name in a message. */
  said: string
  fits(text: string): boolean
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)$/
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|[+-]\d\d:\d\d)$/i
const DURATION =
  /^P(?!$)(?:\d{1,9}Y)?(?:\d{1,9}M)?(?:\d{1,9}W)?(?:\d{1,9}D)?(?:T(?=\d)(?:\d{1,9}H)?(?:\d{1,9}M)?(?:\d{1,9}(?:\.\d{1,9})?S)?)?$/
const EMAIL = /^[^\s@<>()]{1,64}@[^\s@<>()]{1,255}$/
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

const isDate = (text: string): boolean => {
  const [, year, month, day] = (DATE.exec(text) ?? []).map(Number)
  if (year === undefined) return false
  const date = new Date(Date.UTC(2000, month! - 1, day))
  date.setUTCFullYear(year, month! - 1, day)
  return date.getUTCMonth() === month! - 1 && date.getUTCDate() === day
}

const isTime = (text: string): boolean => {
  const [, hours, minutes, seconds] = (TIME.exec(text) ?? []).map(Number)
  // Second 60 is a leap second.
  return hours !== undefined && hours <= 23 && minutes! <= 59 && seconds! <= 60
}

const isDateTime = (text: string) => /[Tt ]/.test(text[10] ?? '') && isDate(text.slice(0, 10)) && isTime(text.slice(11))

const isHostname = (text: string) => text.length <= 253 && text.split('.').every((label) => LABEL.test(label))

const isIpv4 = (text: string) => {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
}

const isIpv6 = (text: string) => /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`)

/** The formats that are checked; others are accepted as they are. */
export const FORMATS: Readonly<Record<string, Format>> = {
  date: { said: 'a date such as 2026-01-31', fits: isDate },
  'date-time': { said: 'a time such as 2026-01-31T12:00:00Z', fits: isDateTime },
  time: { said: 'a time of day such as 12:00:00Z', fits: isTime },
  duration: { said: 'a duration such as PT1H30M', fits: (text) => DURATION.test(text) },
  email: { said: 'an e-mail address', fits: (text) => EMAIL.test(text) },
  uri: { said: 'an absolute address', fits: (text) => URL.canParse(text) && !/\s/.test(text) },
  'uri-reference': { said: 'an address', fits: (text) => URL.canParse(text, 'http://a') && !/\s/.test(text) },
  hostname: { said: 'a host name', fits: isHostname },
  ipv4: { said: 'an IPv4 address', fits: isIpv4 },
  ipv6: { said: 'an IPv6 address', fits: isIpv6 },
  uuid: { said: 'a UUID', fits: (text) => UUID.test(text) },
}
