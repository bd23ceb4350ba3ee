import type { DateShape } from './date-shape.ts'

/** By how much the Buddhist year is greater. */
const BUDDHIST = 543

const months = [
  'มกราคม/ม.ค.',
  'กุมภาพันธ์/ก.พ.',
  'มีนาคม/มี.ค.',
  'เมษายน/เม.ย.',
  'พฤษภาคม/พ.ค.',
  'มิถุนายน/มิ.ย.',
  'กรกฎาคม/ก.ค.',
  'สิงหาคม/ส.ค.',
  'กันยายน/ก.ย.',
  'ตุลาคม/ต.ค.',
  'พฤศจิกายน/พ.ย.',
  'ธันวาคม/ธ.ค.',
]
const byName = new Map(months.flatMap((names, at) => names.split('/').map((name) => [name, at + 1] as const)))
const NAME = [...byName.keys()].join('|').replaceAll('.', '\\.')

/** The year of our calendar for one that a Thai page writes; of a short year, the Buddhist century is left out. */
export const yearInThai = (year: number): number =>
  year < 100 ? year + 2500 - BUDDHIST : year > 2400 ? year - BUDDHIST : year

/** `15 มีนาคม 2567`, `15 มี.ค. 67`, `15 มีนาคม พ.ศ. 2567`, and the same with our year. */
export const thaiShape: DateShape = {
  pattern: new RegExp(
    `(?<!\\d)(\\d{1,2})\\s{0,2}(${NAME})\\s{0,2}(?:[พค]\\.\\s?ศ\\.)?\\s{0,2}((?:19|20|25)?\\d\\d)(?!\\d)`,
    'g',
  ),
  read: ([, day, month, year]) => [yearInThai(Number(year)), byName.get(month!), Number(day)],
}
