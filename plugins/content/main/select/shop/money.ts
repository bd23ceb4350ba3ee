import { TEXT, type Tree } from '../../../tree/index.ts'
import type { Blocks } from '../../blocks/blocks.ts'
import { NUMBERS, STATS, WORDS } from '../../blocks/stats.ts'

/** The most words and characters of a price with the text around it. */
const MAX_WORDS = 12
const MAX_PRICE = 60
/** The most characters of a text that are searched for a price. */
const MAX_LENGTH = 400
/** A sum of money. `\b` is no boundary behind `zł` and `Kč`, whose last letters are not ASCII. */
const money =
  /[$€£¥￥₹₽₩₪₺₴₫฿₸₱]\s?\d|\d\s?(?:[€£¥￥₹₽₩₪₺₴₫฿₸₱円元원]|(?:USD|EUR|GBP|CHF|SAR|AED|EGP|kr|zł|Kč|Ft|TL|lei|лв|руб|грн|บาท|ر\.س|ج\.م|د\.إ|جنيه|ريال|درهم)(?!\p{L}))|\b(?:USD|EUR|GBP|CHF|AUD|CAD|SEK|NOK|DKK|PLN|INR|SAR|AED|EGP|Rs\.?|kr\.?)\s?\d/u
const sum = /\d+(?:[.,]\d+)*/g

/** Whether a block mentions an amount of money. */
export const speaksOfMoney = (tree: Tree, blocks: Blocks, i: number): boolean =>
  hasNumber(blocks, i) && money.test(textOf(tree, blocks, i))

/** Whether a block is a price. */
export const isPrice = (tree: Tree, blocks: Blocks, i: number): boolean => {
  if (!hasNumber(blocks, i) || blocks.stats[i * STATS + WORDS]! > MAX_WORDS) return false
  const text = textOf(tree, blocks, i)
  return text.length <= MAX_PRICE && money.test(text)
}

/** Whether a block says nothing but numbers, as a price by itself does. */
export const isBare = ({ stats }: Blocks, i: number): boolean => stats[i * STATS + WORDS] === stats[i * STATS + NUMBERS]

/** Most blocks contain no number, and need not be read. */
const hasNumber = ({ stats }: Blocks, i: number): boolean => stats[i * STATS + NUMBERS]! > 0

/** The amounts in a text, the same with and without `.00`. */
export const sumsIn = (tree: Tree, blocks: Blocks, i: number): string[] =>
  (textOf(tree, blocks, i).match(sum) ?? []).map((each) => each.replace(/[.,]00$/, ''))

const textOf = ({ nodes }: Tree, { start, end }: Blocks, i: number): string => {
  let text = ''
  for (let id = start[i]!; id <= end[i]! && text.length < MAX_LENGTH; id++) {
    const node = nodes[id]!
    if (node.kind === TEXT) text += node.data.slice(0, MAX_LENGTH).replace(/\s+/g, ' ')
  }
  return text.trim()
}
