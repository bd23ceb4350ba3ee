import { decodePercent } from 'weirjs/toolkit'

/** Runs of scripts that are written without spaces between words, including the marks of their letters. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc\u3005\u3006][\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u30fc\u3005\u3006\p{M}]*/gu

/** A quick check: text without these characters needs no change. */
const anyUnspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u30ff\u3130-\u318f\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\ud840-\ud8bf]/

/** Unifies spellings that look the same: composed characters, and full-width letters as ordinary ones. */
export const normalise = (text: string): string => text.normalize('NFKC').toWellFormed().replaceAll('\0', ' ')

const charactersOf = (run: string) => Array.from(run.replace(/\p{M}/gu, ''))

/** Turns `東京都` into `東京 京都`, the words under which it is indexed. */
const pairs = (characters: readonly string[]) =>
  characters.slice(0, -1).map((character, i) => character + characters[i + 1])

/**
 * Text in its indexed form. In scripts without spaces each pair of characters is a word, and the last character is
 * one of its own, so that a prefix search finds single characters.
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
  /** In its indexed form, with words separated by spaces. */
  indexed: string
  /** Whether it is a prefix: a single character of a script without spaces. */
  isPrefix: boolean
}

/** The phrases of a word or a quotation, split by script; empty for anything but words. */
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
