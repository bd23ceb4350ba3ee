import { decodePercent } from 'weirjs/toolkit'
/** Text without accents and other marks, which readers leave out: `Ёлка` becomes `Елка`. */
export const withoutMarks = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC')

/** Scripts without spaces between words, including combining marks of their letters. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc\u3005\u3006][\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc\u3005\u3006\p{M}]*/gu

/** Text without such scripts stays as it is. */
const anyUnspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\ud840-\ud8bf]/

/** One spelling for what looks the same: composed, with full-width letters as plain ones. */
export const normalise = (text: string): string => text.normalize('NFKC').toWellFormed().replaceAll('\0', ' ')

const charactersOf = (run: string) => Array.from(run.replace(/\p{M}/gu, ''))

/** `東京都` as `東京 京都`, the words by which it is found. */
const pairs = (characters: readonly string[]) =>
  characters.slice(0, -1).map((character, i) => character + characters[i + 1])

/**
 * Text as it is indexed: in scripts without spaces, every pair of characters is a word, and so is the last character,
 * so that single characters match the beginnings of words.
 */
export function toIndex(text: string): string {
  if (!anyUnspaced.test(text)) return text
  return text.replace(unspaced, (run) => {
    const characters = charactersOf(run)
    return ` ${[...pairs(characters), characters.at(-1)].join(' ')} `
  })
}

/** A part of a query: consecutive words. */
export interface Phrase {
  /** As it is indexed, with words separated by spaces. */
  indexed: string
  /** Whether its word may continue: a single character of a script without spaces. */
  isPrefix: boolean
}

/** The phrases of a word or a quotation, by script; empty for what is not a word. */
export function phrasesOf(text: string): Phrase[] {
  const normal = normalise(text)
  const phrases: Phrase[] = []
  let at = 0
  const plain = (part: string) => {
    const words = part.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu)
    if (words) phrases.push({ indexed: words.join(' '), isPrefix: false })
  }
  for (const { 0: run, index } of normal.matchAll(unspaced)) {
    plain(normal.slice(at, index))
    at = index + run.length
    const characters = charactersOf(run)
    phrases.push(
      characters.length > 1
        ? { indexed: pairs(characters).join(' '), isPrefix: false }
        : { indexed: characters[0]!, isPrefix: true },
    )
  }
  plain(normal.slice(at))
  return phrases
}

/** The words of a URL, without its scheme. */
export const addressWords = (url: string): string => normalise(decodePercent(url.replace(/^https?:\/\//, '')))
