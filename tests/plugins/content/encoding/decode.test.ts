import { describe, expect, test } from 'bun:test'
import { decode } from '../../../../plugins/content/encoding/decode.ts'
import { encode } from './samples.ts'

const ascii = (text: string) => new TextEncoder().encode(text)
const join = (...parts: (Uint8Array | readonly number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

/** "Привет, мир" and similar texts, in the named encoding. */
const bytes = {
  'windows-1251': [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0],
  'koi8-r': [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4, 0x2c, 0x20, 0xcd, 0xc9, 0xd2],
  shift_jis: [0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc, 0x83, 0x65, 0x83, 0x58, 0x83, 0x67],
  'euc-jp': [0xc6, 0xfc, 0xcb, 0xdc, 0xb8, 0xec, 0xa4, 0xce, 0xa5, 0xc6, 0xa5, 0xb9, 0xa5, 0xc8],
  gbk: [0xc4, 0xe3, 0xba, 0xc3, 0xa3, 0xac, 0xca, 0xc0, 0xbd, 0xe7],
  big5: [0xa7, 0x41, 0xa6, 0x6e, 0xa1, 0x41, 0xa5, 0x40, 0xac, 0xc9],
  'euc-kr': [0xbe, 0xc8, 0xb3, 0xe7, 0xc7, 0xcf, 0xbc, 0xbc, 0xbf, 0xe4],
  'iso-8859-2': [0x5a, 0x61, 0xbf, 0xf3, 0xb3, 0xe6, 0x20, 0x67, 0xea, 0xb6, 0x6c, 0xb1],
  'windows-1252': [0x66, 0x61, 0xe7, 0x61, 0x64, 0x65, 0x20, 0x93, 0x71, 0x94],
}
const texts: Record<keyof typeof bytes, string> = {
  'windows-1251': 'Привет, мир',
  'koi8-r': 'Привет, мир',
  shift_jis: '日本語のテスト',
  'euc-jp': '日本語のテスト',
  gbk: '你好，世界',
  big5: '你好，世界',
  'euc-kr': '안녕하세요',
  'iso-8859-2': 'Zażółć gęślą',
  'windows-1252': 'façade “q”',
}
const names = Object.keys(bytes) as (keyof typeof bytes)[]

describe('the encoding of a page', () => {
  test.each(names)('is that of its content type (%s)', (name) => {
    expect(decode(join(bytes[name]), `text/html; charset="${name}"`)).toEqual({ text: texts[name], encoding: name })
  })

  test.each(names)('is that of its <meta> (%s)', (name) => {
    const { text, encoding } = decode(join(ascii(`<meta charset=${name}><p>`), bytes[name]), 'text/html')
    expect([text.slice(text.indexOf('<p>') + 3), encoding]).toEqual([texts[name], name])
  })

  test('is that of the older form of <meta>, or of an XML declaration', () => {
    const older = '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">'
    expect(decode(join(ascii(older), bytes['windows-1251']), null).text).toEndWith(texts['windows-1251'])
    const xml = '<?xml version="1.0" encoding="windows-1251"?><a>'
    expect(decode(join(ascii(xml), bytes['windows-1251']), 'text/xml').text).toEndWith(texts['windows-1251'])
  })

  test('is UTF-8 without a declaration if one of many bytes is invalid, or the end cuts a character', () => {
    const text = 'Grüße aus Köln, schöne Straße. '.repeat(5)
    for (const stray of [[0xe9, 0x20], [0xc3]])
      for (const type of ['text/plain', 'text/plain; charset=iso-8859-1']) {
        const decoded = decode(join(ascii(text), stray), type)
        expect([decoded.encoding, decoded.text.startsWith(text)]).toEqual(['utf-8', true])
      }
    expect(decode(ascii('日本語').subarray(0, 8), null)).toEqual({ text: '日本\ufffd', encoding: 'utf-8' })
  })

  test.each([
    ['Größe für', [0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x66, 0xfc, 0x72]],
    ['Straße', [0x53, 0x74, 0x72, 0x61, 0xdf, 0x65]],
    ['50 °C', [0x35, 0x30, 0x20, 0xb0, 0x43]],
  ])('is not Chinese for a few words in a Western language (%s)', (text, body) => {
    expect(decode(Uint8Array.from(body), 'text/plain').text).toBe(text)
  })

  test('is not Thai for a sentence in Korean', () => {
    // "한국어 페이지입니다. 오늘은"
    const korean = 'c7d1b1b9beee20c6e4c0ccc1f6c0d4b4cfb4d92e20bfc0b4c3c0ba'
    expect(decode(Uint8Array.fromHex(korean), 'text/plain').text).toBe('한국어 페이지입니다. 오늘은')
  })

  test('is the declared one if it gives an odd text, and no other gives a better one', () => {
    // Random letters, which would be guessed to be Chinese.
    let state = 7
    const next = () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0
      return 128 + ((state >>> 16) % 128)
    }
    const body = Uint8Array.from({ length: 400 }, next)
    expect(decode(body, null).encoding).toBe('gb18030')
    for (const declared of ['koi8-r', 'windows-1251'])
      expect(decode(body, `text/html; charset=${declared}`).encoding).toBe(declared)
  })

  test('is that of a byte order mark, whatever is declared', () => {
    expect(decode(join([0xef, 0xbb, 0xbf], ascii('é')), 'text/html; charset=windows-1252').text).toBe('é')
    expect(decode(join([0xff, 0xfe], [0x41, 0, 0xe9, 0]), 'text/html; charset=utf-8').text).toBe('Aé')
    expect(decode(join([0xfe, 0xff], [0, 0x41, 0, 0xe9]), null).text).toBe('Aé')
  })

  test('is UTF-8 without a declaration if the bytes are valid UTF-8', () => {
    expect(decode(ascii('<p>naïve 日本'), 'text/html')).toEqual({ text: '<p>naïve 日本', encoding: 'utf-8' })
  })

  test('is UTF-8 if another is declared, but the bytes are almost certainly UTF-8', () => {
    expect(decode(ascii('<p>naïve'), 'text/html; charset=iso-8859-1').text).toBe('<p>naïve')
    expect(decode(ascii('<meta charset=gbk><p>“naïve” 日本語'), null).text).toEndWith('“naïve” 日本語')
  })

  test('remains the declared UTF-8 if a few bytes are invalid', () => {
    const { text, encoding } = decode(
      join(ascii('Ünïcödé tèxt '), [0xff], ascii(' gôes on')),
      'text/html; charset=utf-8',
    )
    expect([text, encoding]).toEqual(['Ünïcödé tèxt \ufffd gôes on', 'utf-8'])
  })

  test('is that of <meta> if the content type declares UTF-8 wrongly', () => {
    const page = join(ascii('<meta charset=windows-1251>'), bytes['windows-1251'])
    expect(decode(page, 'text/html; charset=utf-8').text).toEndWith(texts['windows-1251'])
  })

  test('is that of a late <meta> if the bytes are not UTF-8', () => {
    const page = join(ascii(`<head><!-- ${'x'.repeat(5000)} --><meta charset=koi8-r>`), bytes['koi8-r'])
    expect(decode(page, 'text/html').text).toEndWith(texts['koi8-r'])
  })

  test('is guessed by the declared language of the page', () => {
    for (const [lang, name] of [
      ['ru', 'windows-1251'],
      ['ja', 'shift_jis'],
      ['ja', 'euc-jp'],
      ['ko', 'euc-kr'],
      ['pl', 'iso-8859-2'],
    ] as const) {
      const page = join(ascii(`<html lang="${lang}"><p>`), ...Array.from({ length: 20 }, () => [...bytes[name], 0x20]))
      expect(decode(page, 'text/html').text).toContain(texts[name])
    }
  })

  test.each([
    ['gbk', '上海市今日宣布樱花盛开，比往年早五天。市民纷纷前往公园赏花，交通部门提醒游客注意安全。'],
    ['windows-874', 'ดอกไม้บานในกรุงเทพวันนี้ สำนักงานเขตแจ้ง ซึ่งเร็วกว่าปกติห้าวัน'],
    ['windows-1253', 'Άνθισαν οι κερασιές. Άλλα νέα: τρεις άνθρωποι περιμένουν στην Αθήνα.'],
    ['iso-8859-7', 'Άνθισαν οι κερασιές. Άλλα νέα: τρεις άνθρωποι περιμένουν στην Αθήνα.'],
  ])('is guessed to be %s for a few words in it', (encoding, text) => {
    expect(decode(join(ascii('<p>'), encode(text, encoding)), 'text/html').text).toBe(`<p>${text}`)
  })

  test('falls back to windows-1252, as in browsers', () => {
    expect(decode(join(ascii('<p>caf'), [0xe9]), 'text/html').text).toBe('<p>café')
  })

  test('is never one that is unknown or must not be decoded', () => {
    expect(decode(ascii('plain'), 'text/html; charset=klingon').text).toBe('plain')
    expect(decode(ascii('plain'), 'text/html; charset=iso-2022-kr').text).toBe('plain')
    expect(decode(ascii('plain'), 'text/html; charset=utf-16').text).toBe('plain')
    expect(decode(ascii('<meta charset=utf-16>plain'), null).text).toEndWith('plain')
  })

  test('is UTF-8 for an empty page', () => {
    expect(decode(new Uint8Array(), null)).toEqual({ text: '', encoding: 'utf-8' })
  })
})
