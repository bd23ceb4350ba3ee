import { describe, expect, test } from 'bun:test'
import type { ContentFormat } from 'weirjs/schemas'
import { decode } from '../../../../plugins/content/encoding/decode.ts'
import { convert } from '../convert.ts'
import { contentOptions } from '../options.ts'
import { decompose, encode, type Sample, samples } from './samples.ts'

/** A page with its content type. The name of the form says what both declare about the encoding. */
type Form = (sample: Sample) => { html: string; contentType: string | null; encoding?: string }

const declared: Record<string, Form> = {
  'by its content type': ({ encoding, text }) => ({
    html: `<html><p>${text}`,
    contentType: `text/html; charset=${encoding}`,
  }),
  'by <meta charset>': ({ encoding, text }) => ({
    html: `<html><meta charset="${encoding}"><p>${text}`,
    contentType: 'text/html',
  }),
  'by <meta http-equiv>': ({ encoding, text }) => ({
    html: `<html><meta http-equiv=Content-Type content='text/html; charset=${encoding}'><p>${text}`,
    contentType: null,
  }),
  'by an XML declaration': ({ encoding, text }) => ({
    html: `<?xml version="1.0" encoding="${encoding}"?><html><p>${text}`,
    contentType: 'application/xhtml+xml',
  }),
  'by a <meta> behind more than 1024 bytes': ({ encoding, text }) => ({
    html: `<html><!-- ${'x'.repeat(3000)} --><meta charset="${encoding}"><p>${text}`,
    contentType: 'text/html',
  }),
  'by <meta>, where the content type says UTF-8': ({ encoding, text }) => ({
    html: `<html><meta charset="${encoding}"><p>${text}`,
    contentType: 'text/html; charset=utf-8',
  }),
  'wrongly, being UTF-8': ({ encoding, text }) => ({
    html: `<html><meta charset="${encoding}"><p>${text}`,
    contentType: `text/html; charset=${encoding}`,
    encoding: 'utf-8',
  }),
}
const languageOnly: Form = ({ lang, text }) => ({ html: `<html lang="${lang}"><p>${text}`, contentType: 'text/html' })
const nothing: Form = ({ text }) => ({ html: `<html><title>x</title><p>${text}`, contentType: 'text/html' })
const lies: Form = ({ lang, text }) => ({
  html: `<html lang="${lang}"><meta charset=utf-8><p>${text}`,
  contentType: 'text/html; charset=UTF-8',
})

/** The encodings for which a page of this form is read incorrectly. */
const misread = (form: Form): string[] =>
  samples
    .filter((sample) => {
      const { html, contentType, encoding = sample.encoding } = form(sample)
      const text = encoding === 'windows-1258' ? decompose(sample.text) : sample.text
      return !decode(encode(html, encoding), contentType).text.endsWith(text)
    })
    .map(({ encoding }) => encoding)

describe('a page in any encoding of the standard', () => {
  test.each(Object.entries(declared))('is read correctly if it is declared %s', (_, form) => {
    expect(misread(form)).toEqual([])
  })

  // Romanian in ISO-8859-16 is also plausible in ISO-8859-2, with a cedilla instead of a comma.
  test('is read correctly if only its language is declared, except for one that cannot be distinguished', () => {
    expect(misread(languageOnly)).toEqual(['iso-8859-16'])
  })

  test('is read correctly if another encoding is declared everywhere', () => {
    expect(misread(lies)).toEqual(['iso-8859-16'])
  })

  test('is mostly read correctly without any declaration', () => {
    const rare = ['iso-8859-3', 'iso-8859-4', 'iso-8859-14', 'iso-8859-16', 'windows-1258', 'x-mac-cyrillic']
    expect(misread(nothing)).toEqual(rare)
  })
})

describe('a declaration', () => {
  const of = (name: string) => samples.find(({ encoding }) => encoding === name)!
  const read = (html: string, encoding: string, contentType: string | null) =>
    decode(encode(html, encoding), contentType).text

  test.each(['windows-1251', 'koi8-r', 'windows-1253', 'gbk', 'shift_jis', 'euc-kr', 'windows-1255'])(
    'of ISO-8859-1 that a server sends for all files does not override that of the page (%s)',
    (name) => {
      const { text } = of(name)
      const page = `<meta charset=${name}><p>${text}`
      expect(read(page, name, 'text/html; charset=ISO-8859-1')).toEndWith(text)
      expect(read(`<p>${text}`, name, 'text/html; charset=ISO-8859-1')).toEndWith(text)
    },
  )

  test('that is correct counts, whatever would be guessed, even for short texts', () => {
    expect(read('<p>5 € “a” façade', 'windows-1252', 'text/html; charset=windows-1252')).toEndWith('5 € “a” façade')
    expect(read('<p>€', 'iso-8859-15', 'text/html; charset=iso-8859-15')).toEndWith('€')
    expect(read('<p>Ж', 'koi8-r', 'text/html; charset=koi8-r')).toEndWith('Ж')
    expect(read('<p>°', 'iso-8859-2', 'text/html; charset=iso-8859-2')).toEndWith('°')
  })

  test('of x-user-defined maps each byte to its own character, and means windows-1252 in <meta>', () => {
    const bytes = Uint8Array.from([0x3c, 0x70, 0x3e, 0x80, 0xff])
    expect(decode(bytes, 'text/html; charset=x-user-defined').text).toBe('<p>\uf780\uf7ff')
    expect(read('<meta charset=x-user-defined><p>façade', 'windows-1252', null)).toEndWith('façade')
  })

  test('of an encoding that must not be decoded is ignored', () => {
    for (const label of ['iso-2022-kr', 'hz-gb-2312', 'iso-2022-cn', 'utf-7'])
      expect(read('<p>façade', 'windows-1252', `text/html; charset=${label}`)).toEndWith('façade')
  })

  test('is recognised by any of its labels', () => {
    for (const [label, name] of [
      ['sjis', 'shift_jis'],
      ['gb2312', 'gbk'],
      ['ks_c_5601-1987', 'euc-kr'],
      ['x-cp1251', 'windows-1251'],
      ['Latin2', 'iso-8859-2'],
      ['big5-hkscs', 'big5'],
      ['x-mac-roman', 'macintosh'],
      ['tis-620', 'windows-874'],
      ['unicode', 'utf-16le'],
    ] as const)
      expect(read(`<p>${of(name).text}`, name, `text/html; charset="${label}"`)).toEndWith(of(name).text)
  })
})

describe('another document', () => {
  const read = (body: Uint8Array, type: string, path: string, ...formats: ContentFormat[]) =>
    convert(
      { url: new URL(path, 'https://site.example'), headers: new Headers({ 'content-type': type }), body },
      contentOptions({}, ...formats),
    )
  const names = ['windows-1251', 'koi8-r', 'ibm866', 'utf-16le', 'utf-16be', 'iso-8859-5'] as const
  const text = samples.find(({ encoding }) => encoding === 'windows-1251')!.text

  test.each(names)('is decoded as declared or by guessing: text, CSV and JSON (%s)', async (name) => {
    const charset = `; charset=${name}`
    const plain = await read(encode(text, name), `text/plain${charset}`, '/a.txt', 'text')
    const csv = await read(encode(`id,words\n1,"${text}"\n`, name), `text/csv${charset}`, '/a.csv', 'json')
    const json = await read(
      encode(JSON.stringify({ words: text }), name),
      `application/json${charset}`,
      '/a.json',
      'json',
    )
    expect([plain.text, csv.json, json.json]).toEqual([text, [{ id: 1, words: text }], { words: text }])
    const bare = await read(encode(`id,words\n1,"${text}"\n`, name), 'text/csv', '/a.csv', 'json')
    expect(bare.json).toEqual([{ id: 1, words: text }])
  })

  test.each(names)('is decoded by its XML declaration: XML and feeds (%s)', async (name) => {
    const head = `<?xml version="1.0" encoding="${name}"?>`
    const feed = `${head}<rss version="2.0"><channel><title>${text}</title><item><title>One</title></item></channel></rss>`
    const parsed = await read(encode(feed, name), 'application/xml', '/feed', 'json')
    expect([parsed.parserName, parsed.metadata.title]).toEqual(['feed', text])
    const xml = await read(encode(`${head}<a><b>${text}</b></a>`, name), 'text/xml', '/a', 'json')
    expect([xml.parserName, JSON.stringify(xml.json)]).toEqual(['xml', expect.stringContaining(text)])
  })

  test('in Japanese with escape sequences is not ASCII', async () => {
    const { encoding, text: japanese } = samples.find(({ encoding }) => encoding === 'iso-2022-jp')!
    expect((await read(encode(japanese, encoding), 'text/plain', '/a.txt', 'text')).text).toBe(japanese)
  })
})

test.each([
  ['windows-1251', 'Имя;Город;Сумма\nИван;Москва;100\nПётр;Казань;250\nСергей;Омск;75\n'],
  ['euc-jp', 'パッケージの取扱;新規パッケージ;パッケージの変更;パッケージをテス\nソースパッケージ;ディストリビュー\n'],
  ['euc-jp', 'や様々な所からの;(最近の;エントリ30個、;の状態など…)を\n特定のソースパッ;のような\n'],
])('names and short words of a list without a declared encoding are read (%s)', (encoding, text) => {
  expect(decode(encode(text, encoding), 'text/csv')).toEqual({ text, encoding })
})
