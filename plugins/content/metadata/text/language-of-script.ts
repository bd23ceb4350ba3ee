/** Scripts that are mainly used by a single language. Chinese is last, because Japanese uses its characters too. */
const scripts: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ka', /\p{Script=Georgian}/gu],
  ['hy', /\p{Script=Armenian}/gu],
  ['bn', /\p{Script=Bengali}/gu],
  ['gu', /\p{Script=Gujarati}/gu],
  ['ta', /\p{Script=Tamil}/gu],
  ['te', /\p{Script=Telugu}/gu],
  ['kn', /\p{Script=Kannada}/gu],
  ['ml', /\p{Script=Malayalam}/gu],
  ['si', /\p{Script=Sinhala}/gu],
  ['km', /\p{Script=Khmer}/gu],
  ['lo', /\p{Script=Lao}/gu],
  ['my', /\p{Script=Myanmar}/gu],
  ['zh', /\p{Script=Han}/gu],
]
const ANY = /[\u0370-\u06ff\u0900-\u10ff\u1780-\u17ff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/

/** Scripts of several languages, and how these are told apart by their letters or commonest words. */
const shared: readonly (readonly [RegExp, (letters: string, text: string) => string | null])[] = [
  [/\p{Script=Cyrillic}/gu, inCyrillic],
  [/\p{Script=Arabic}/gu, inArabic],
  [/\p{Script=Devanagari}/gu, (_, text) => inDevanagari(text)],
]

/** The share of a letter that is more than a name from another language. */
const SOME = 0.002

const shareOf = (letters: string, some: RegExp) => (letters.match(some)?.length ?? 0) / letters.length

function inCyrillic(letters: string): string | null {
  const has = (some: RegExp) => shareOf(letters, some) > SOME
  /** Whether all letters are those of Russian and these. */
  const hasNoOther = (own: string) => !has(new RegExp(`[^а-яё${own}]`, 'g'))
  if (hasNoOther('')) return has(/[ыэ]/g) ? 'ru' : has(/ъ/g) ? 'bg' : null
  if (hasNoOther('іў')) return has(/ў/g) ? 'be' : has(/ы/g) ? null : 'uk'
  if (hasNoOther('іїєґ')) return 'uk'
  if (hasNoOther('ђјљњћџ')) return has(/[ђћ]/g) ? 'sr' : null
  return hasNoOther('ѓѕјљњќџ') ? 'mk' : null
}

function inArabic(letters: string): string | null {
  const has = (some: RegExp) => shareOf(letters, some) > SOME
  if (has(/[ٹڈڑںے]/g)) return 'ur'
  // Kurdish, Pashto, Uyghur and Sindhi have still other letters.
  if (has(/[^ء-يپچژگکیۀە\u0640]/g)) return null
  return has(/[پچژگ]/g) ? 'fa' : 'ar'
}

const inDevanagari = (text: string): string | null => {
  if (/(?:^|\s)(?:है|हैं|में|और)(?=[\s।,]|$)/.test(text)) return 'hi'
  if (/(?:^|\s)(?:आहे|आणि|आहेत)(?=[\s.,]|$)/.test(text)) return 'mr'
  return /(?:^|\s)(?:छ|छन्|भएको|गरेको)(?=[\s।,]|$)/.test(text) ? 'ne' : null
}

/** The language of a text's script; null if that leaves it open, or if too little of the text is in it. */
export function languageOfScript(text: string): string | null {
  const sample = text.slice(0, 2000)
  if (!ANY.test(sample)) return null
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  if (letters <= 20) return null
  for (const [language, script] of scripts) {
    const found = sample.match(script)?.length ?? 0
    // A tenth is enough for kana, which are mixed with Chinese characters.
    if (found / letters > (language === 'ja' ? 0.1 : 0.5)) return language
  }
  for (const [script, tell] of shared) {
    const found = sample.toLowerCase().match(script) ?? []
    if (found.length / letters > 0.5) return tell(found.filter((letter) => /\p{L}/u.test(letter)).join(''), sample)
  }
  return null
}
