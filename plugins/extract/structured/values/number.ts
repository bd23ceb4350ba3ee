import { asciiDigits } from 'weirjs/toolkit'

/** Currency signs and codes before a number. */
const AMOUNT =
  /^[^\p{N}\p{L}−-]{0,4}(?:[\p{L}.]{1,12}[^\p{N}\p{L}−-]{0,4}){0,2}([-−]?\p{Nd}[\p{Nd}.,'’\u00a0\u202f ]{0,30})/u
/** A minus before the currency: `-$5.00`. An en dash directly before a number is a minus too, not a pause. */
const MINUS = /(?<![\p{L}\p{N}])[-−–]((?:(?:\p{Lu}{0,3}\p{Sc}|\p{Lu}{3}) ?)?)(?=\p{Nd})/u
/**
 * `($5.00)` and `$ (5.00)`, as accountants write a loss, and `5.00-`. The parentheses of `(5)` may enclose a count.
 */
const LOSS =
  /^(?:\(((?:\p{Lu}{0,3}\p{Sc}|\p{Lu}{3}) ?[\p{Nd}.,'’\s]+)\)|(\p{Sc} ?)\(([\p{Nd}.,'’\s]+)\)|(\p{Sc}? ?[\p{Nd}.,'’\s]*\p{Nd})-)$/u
/** The most characters of one. */
const MAX_LOSS = 40
const MINUTES: Readonly<Record<string, number>> = { d: 1440, h: 60, m: 1, s: 1 / 60 }
/** What follows a number in Chinese, Japanese and Korean, and what it is multiplied with. */
const MYRIADS: Readonly<Record<string, number>> = {
  千: 1e3,
  천: 1e3,
  万: 1e4,
  萬: 1e4,
  만: 1e4,
  億: 1e8,
  亿: 1e8,
  억: 1e8,
}
/** `5千克` are five kilograms. */
const MYRIAD = /^\s?(千(?![克米瓦卡焦伏帕赫])|[천万萬만億亿억])(?:\s?(\d[\d.,]{0,20}))?/u
/** The most of them in one number: `1億2000万5千`. */
const MAX_MYRIADS = 4

/**
 * The number at the start of a text: `24,50 €`, `$1,299.00`, `4.5 out of 5`, `1.234,56`, `1 299 kr`, `-$5.00`. Null
 * if there is none; a currency and a word or two may precede it. `commaIsPoint` decides about `1,234` and `1.234`.
 */
export const readNumber = (text: string, commaIsPoint: boolean): number | null => {
  const given = withoutFractions(asciiDigits(text.trim()).replaceAll('٬', ',').replaceAll('٫', '.'))
  const written = (given.length > MAX_LOSS ? given : given.replace(LOSS, '-$1$2$3$4')).replace(MINUS, '$1-')
  const match = AMOUNT.exec(written)
  const found = match?.[1]
  if (found === undefined) return null
  const sign = /^[-−]/.test(found) ? -1 : 1
  const digits = withoutGroups(found.replace(/^[-−]/, ''), commaIsPoint)
  const number = Number(digits)
  if (digits === '' || !Number.isFinite(number)) return null
  const after = written.slice(match!.index + match![0].length)
  // `24K` may be carats or thousands.
  if (/\d$/.test(found) && LETTER.test(after)) return null
  const scale = SCALES.get(WORD.exec(after)?.[0].trim().toLowerCase() ?? '') ?? 1
  return sign * Number((withMyriads(number, after) * scale).toPrecision(15))
}

/** Words behind a number that multiply it. */
const SCALES = new Map(
  Object.entries({
    1e3: 'thousand tausend tsd тыс тысяч',
    1e6: `million millions millionen mio mln millón millones milhão milhões milione milioni miljoen miljoner milyon
      млн миллион миллиона миллионов мільйон мільйонів`,
    1e9: `billion billions bn milliarde milliarden mrd milliard milliards mld miliardo miliardi miljard milyar млрд
      миллиард миллиарда миллиардов мільярд мільярдів`,
    1e12: 'trillion trillions',
  }).flatMap(([scale, words]) => words.split(/\s+/).map((word) => [word, Number(scale)] as const)),
)
const WORD = /^\s?\p{L}{2,12}/u
const LETTER = /^[kKMB](?![\p{L}\p{N}])/u

const FRACTION = /(?:(\d{1,6})\s?)?([½⅓⅔¼¾⅛⅜⅝⅞])/gu

/** `1½` as `1.5000`; four decimals are no group of thousands. */
const withoutFractions = (text: string): string =>
  text.replace(FRACTION, (_, whole: string | undefined, sign: string) => {
    const [above, below] = sign.normalize('NFKD').split('\u2044')
    return (Number(whole ?? 0) + Number(above) / Number(below)).toFixed(4)
  })

/** `1万2000` is 12000, and `1.5億` is 150000000. */
const withMyriads = (number: number, after: string): number => {
  let [sum, part, rest] = [0, number, after]
  for (let left = MAX_MYRIADS; left > 0; left--) {
    const found = MYRIAD.exec(rest)
    if (found === null) break
    sum += part * MYRIADS[found[1]!]!
    part = Number((found[2] ?? '0').replaceAll(',', ''))
    rest = rest.slice(found[0].length)
  }
  return Number.isFinite(part) ? sum + part : number
}

/** `12,34,567`: in India, digits before the thousands are grouped in twos. */
const INDIAN = /^[1-9]\d?(?:,\d{2})+,\d{3}$/

/** A number in JavaScript's spelling, without thousands separators. */
const withoutGroups = (text: string, commaIsPoint: boolean): string => {
  // A space only separates thousands; in `12 34` it separates two numbers.
  const grouped = /^\d{1,3}(?:[\s'’]\d{3})+(?=\D|$)(?:[.,]\d+)?/u.exec(text)?.[0] ?? /^[\d.,]+/.exec(text)?.[0] ?? ''
  const bare = /^[\d.,]*\d/.exec(grouped.replace(/[\s'’]/gu, ''))?.[0] ?? ''
  const [comma, point] = [bare.lastIndexOf(','), bare.lastIndexOf('.')]
  if (comma >= 0 && point >= 0) return comma > point ? asPoint(bare, '.', ',') : asPoint(bare, ',', '.')
  const mark = comma >= 0 ? ',' : '.'
  const parts = bare.split(mark)
  if (parts.length === 1) return bare
  const isGrouping = parts.slice(1).every((part) => part.length === 3) && parts[0]!.length <= 3 && parts[0] !== '0'
  if (parts.length > 2) return isGrouping || INDIAN.test(bare) ? parts.join('') : ''
  if (isGrouping && (mark === ',') !== commaIsPoint) return parts.join('')
  return parts.join('.')
}

const asPoint = (text: string, groups: string, point: string) => text.replaceAll(groups, '').replace(point, '.')

/** A number and the word behind it; in a script without spaces, what follows may be written without one. */
const COUNTED =
  /(\d{1,6}(?:[.,]\d{1,4})?)\s?([時小][時时間间]{1,2}|[分秒][鐘钟間间]?|[天日]|시간|[분초일]|\p{L}[\p{L}\p{M}]{0,11})/giu
const UNITS = new Map(
  [
    [
      'd',
      'day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen dni dzień den dny день дня дней gün ' +
        'ημέρες يوم أيام ימים วัน दिन 天 日 일',
    ],
    [
      'h',
      'h hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur timme timmar tim time timer tunti ' +
        'tuntia godz godzina godziny godzin hodina hodiny hodin ч час часа часов год година години годин saat sa ώρα ' +
        'ώρες ساعة ساعات שעה שעות ชั่วโมง घंटा घंटे 時間 小时 小時 小時間 시간',
    ],
    [
      'm',
      'm min mins minute minutes minuten minuto minutos minuti minuut minuter minutter minuuttia minuta minuty minut ' +
        'мин минута минуты минут хв хвилин хвилини dk dakika λεπτά λεπτό دقيقة دقائق דקה דקות นาที मिनट 分 分間 分鐘 分钟 분',
    ],
    ['s', 's sec secs second seconds sekunde sekunden seconde secondes segundo segundos secondi сек секунд 秒 秒間 초'],
  ].flatMap(([letter, words]) => words!.split(' ').map((word) => [word, MINUTES[letter!]!] as const)),
)

/** `1 1/2 hours`. */
const SLASHED = /(?<![\d/])(?:1\/[234]|2\/3|3\/4)(?![\d/])/g
const SIGNS: Readonly<Record<string, string>> = { '1/2': '½', '1/3': '⅓', '2/3': '⅔', '1/4': '¼', '3/4': '¾' }
/** The minutes of `1h30`. */
const BARE_MINUTES = /^\s?([0-5]?\d)(?![\d.,:]|\s?\p{L})/u

/** The minutes of a duration in ISO 8601 or in words: `PT1H30M`, `1 hr 30 min`, `1h30`; null if it is not one. */
export const readMinutes = (text: string): number | null => {
  const iso = /^P(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})(?:\.\d{1,9})?S)?)?$/.exec(text.trim())
  if (iso) {
    const parts = iso.slice(1)
    if (parts.every((part) => part === undefined)) return null
    return parts.reduce((sum, part, i) => sum + Number(part ?? 0) * MINUTES['dhms'[i]!]!, 0)
  }
  const written = withoutFractions(asciiDigits(text.slice(0, 100)).replace(SLASHED, (found) => SIGNS[found]!))
  let minutes: number | null = null
  for (const { 0: found, 1: count, 2: unit, index } of written.matchAll(COUNTED)) {
    const length = UNITS.get(unit!.toLowerCase())
    if (length === undefined) continue
    minutes = (minutes ?? 0) + Number(count!.replace(',', '.')) * length
    if (length === MINUTES.h) minutes += Number(BARE_MINUTES.exec(written.slice(index + found.length))?.[1] ?? 0)
  }
  return minutes
}

/** Minutes as an ISO 8601 duration. */
export const asDuration = (minutes: number): string => {
  const seconds = Math.round(minutes * 60)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return `PT${parts.map((part, i) => (part > 0 ? `${part}${'HMS'[i]}` : '')).join('') || '0M'}`
}
