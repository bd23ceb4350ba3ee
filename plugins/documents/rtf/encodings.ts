/** Encodings by the character set of a font. Source: Rich Text Format Specification 1.9.1, `\fcharset`. */
const byCharset: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}

const byCodePage: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  54936: 'gb18030',
  65001: 'utf-8',
}

/** The encoding of a code page; Western if it is unknown. */
export const encodingOfCodePage = (page: number): string =>
  byCodePage[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : 'windows-1252')

/** The encoding of a font; undefined if it is that of the document. */
export const encodingOfCharset = (charset: number): string | undefined => byCharset[charset]

const decoders = new Map<string, TextDecoder>()

/** Decodes bytes that are given as a string with one character each. */
const decodeBytes = (bytes: string, encoding: string): string => {
  if (/^[\x20-\x7e]*$/.test(bytes)) return bytes
  const decoder = decoders.get(encoding) ?? new TextDecoder(encoding)
  decoders.set(encoding, decoder)
  return decoder.decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)))
}

/** Languages by Windows language id. Source: [MS-LCID]. */
const languages: Readonly<Record<number, string>> = {
  1025: 'ar-SA',
  1028: 'zh-TW',
  1029: 'cs-CZ',
  1030: 'da-DK',
  1031: 'de-DE',
  1032: 'el-GR',
  1033: 'en-US',
  1035: 'fi-FI',
  1036: 'fr-FR',
  1037: 'he-IL',
  1038: 'hu-HU',
  1040: 'it-IT',
  1041: 'ja-JP',
  1042: 'ko-KR',
  1043: 'nl-NL',
  1044: 'nb-NO',
  1045: 'pl-PL',
  1046: 'pt-BR',
  1048: 'ro-RO',
  1049: 'ru-RU',
  1053: 'sv-SE',
  1055: 'tr-TR',
  1058: 'uk-UA',
  2052: 'zh-CN',
  2055: 'de-CH',
  2057: 'en-GB',
  2070: 'pt-PT',
  3079: 'de-AT',
  3081: 'en-AU',
  3082: 'es-ES',
  3084: 'fr-CA',
  4105: 'en-CA',
}

/** The language of an id; null if there is none. */
export const languageOf = (number: number): string | null => languages[number] ?? null

/**
 * Collects bytes until they can be decoded, as each byte of a character may be a separate token.
 */
export class PendingBytes {
  #bytes = ''
  #toSkip = 0

  get isEmpty(): boolean {
    return this.#bytes === ''
  }

  push(bytes: string): void {
    const skipped = Math.min(this.#toSkip, bytes.length)
    this.#toSkip -= skipped
    this.#bytes += skipped === 0 ? bytes : bytes.slice(skipped)
  }

  /** Skips the next bytes, which are the fallback of a Unicode character. */
  skip(count: number): void {
    this.#toSkip = count
  }

  /** Returns the decoded text, and starts anew. */
  take(encoding: string): string {
    const text = decodeBytes(this.#bytes, encoding)
    this.#bytes = ''
    return text
  }
}
