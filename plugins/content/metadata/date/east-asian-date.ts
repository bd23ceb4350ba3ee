import type { DateShape } from './date-shape.ts'

/** Years of Japanese eras and of the Republic of China count from 1; this is the year before the first. */
const eras: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925, 民國: 1911, 民国: 1911 }

const CHARACTERS = '〇一二三四五六七八九'
const NUMBER = '(\\d{1,2}|[一二三四五六七八九十]{1,3})'
const MONTH_AND_DAY = `${NUMBER}\\s?[月월]\\s?${NUMBER}\\s?[日일号號]`
const ERA = Object.keys(eras).join('|')
const YEAR_OF_ERA = '\\d{1,3}|元|[一二三四五六七八九十]{1,3}'
const SAME_YEAR = '[（(](?:19|20)\\d\\d年?[)）]'

/** A number in digits, or in Chinese characters as years, months and days have them: `二〇二四`, `二十四`, `元`. */
function numberOf(written: string): number {
  if (/^\d/.test(written)) return Number(written)
  if (written === '元') return 1
  const [tens, ones] = written.split('十')
  if (ones !== undefined) return 10 * (digitsOf(tens!) || 1) + digitsOf(ones)
  return digitsOf(written)
}

const digitsOf = (written: string): number =>
  Number(Array.from(written, (c) => Math.max(0, CHARACTERS.indexOf(c))).join(''))

/**
 * Dates of Chinese, Japanese and Korean: `2024年3月1日`, `二〇二四年三月一日`, `令和6年3月1日`; also with the same year
 * in another calendar: `2024年（令和6年）3月1日`.
 */
export const eastAsianShapes: readonly DateShape[] = [
  {
    pattern: new RegExp(
      `(?<!\\d)((?:19|20)\\d\\d|[一二][〇○零一二三四五六七八九]{3})\\s?[年년]\\s?(?:[（(](?:${ERA})(?:${YEAR_OF_ERA})年?[)）]\\s?)?${MONTH_AND_DAY}`,
      'g',
    ),
    read: ([, year, month, day]) => [numberOf(year!), numberOf(month!), numberOf(day!)],
  },
  {
    pattern: new RegExp(
      `(${ERA})\\s?(${YEAR_OF_ERA})\\s?(?:年\\s?(?:${SAME_YEAR}\\s?)?|${SAME_YEAR}\\s?年\\s?)${MONTH_AND_DAY}`,
      'g',
    ),
    read: ([, era, year, month, day]) => [eras[era!]! + numberOf(year!), numberOf(month!), numberOf(day!)],
  },
]
