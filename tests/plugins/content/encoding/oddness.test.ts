import { describe, expect, test } from 'bun:test'
import { oddness } from '../../../../plugins/content/encoding/oddness.ts'

/** The total oddness of a text: its share times the number of characters beyond ASCII. */
const oddOf = (text: string) => {
  const beyondAscii = [...text].filter((char) => char > '\u007f').length
  return Number((oddness(text) * beyondAscii).toFixed(4))
}

describe('nothing is odd about', () => {
  test.each([
    ['no text', ''],
    ['plain English', 'Boil the Kettle, then MAKE tea.'],
    ['small letters with accents', 'naïve café, façade, señor'],
    ['words that are joined or cut by marks', 'l’été d’hiver, porte-clés‐là, sel·la, groß\u00adbrän'],
    ['signs beside words', '© 2024, 5 € – “so” « là » 30°'],
    ['signs that are repeated', '★★★ ©©'],
    ['ordinals and micro', '1ª 2º 5µm'],
    ['small Greek', 'καλημέρα κόσμε'],
    ['small Cyrillic', 'привет мир'],
    ['Hebrew and its points', 'שָׁלוֹם'],
    ['Arabic, drawn out', 'سـلام'],
    ['Thai and its marks', 'ที่นี่ กำลัง น้ำ'],
    ['letters with marks of their own', 'cafe\u0301 vie\u0323t'],
    ['small Vietnamese', 'tất cả mọi người'],
    ['Chinese, Japanese and Korean', '你好，世界 テスト 한국어'],
    ['up to four letters with accents side by side', 'éééé xéééé'],
  ])('%s', (_, text) => {
    expect(oddOf(text)).toBe(0)
  })
})

describe('the oddness of a text counts', () => {
  test.each([
    ['a little for each capital beyond ASCII', 'Été Ñu', 0.1],
    ['one for a capital after a small letter', 'caFé caÉ', 1.05],
    ['one for a capital after a small letter with an accent', 'éA', 1],
    ['nothing for capitals after capitals', 'ÉA AÉ', 0.1],
    ['one for each sign within a word', 'caf©e l£a', 2],
    ['nothing for a sign at the end of a word or its beginning', 'cafe© ©cafe 5©5', 0],
    ['one for signs side by side that are not the same', '©®', 1],
    ['one for the generic currency sign', '5 ¤', 1],
    ['one for low quotation marks within a word', 'ca„fe', 1],
    ['nothing for low quotation marks beside a word', '„cafe‹', 0],
    ['two for a control character', 'a\u0085b', 2],
    ['two for a replacement character', 'caf\ufffd', 2],
    ['two for a character of private use', '\ue000 \uf8ff', 4],
    ['one if the script changes within a word', 'aж', 1],
    ['one for each change', 'aжbж', 3],
    ['one if Greek and Cyrillic are adjacent', 'αж', 1],
    ['nothing if the script changes between words', 'a ж', 0],
    ['one for a mark of Thai without its letter', ' ี', 1],
    ['one for a mark of Thai after another script', 'aี', 2],
    ['one for the fifth letter with an accent in a row, and each beyond', 'ééééééé', 3],
    ['nothing for letters in a row with one of ASCII between', 'éééaéééa', 0],
    ['each by itself, with any marks between', 'a\u0301É', 1.05],
  ])('%s: %s', (_, text, odd) => {
    expect(oddOf(text)).toBe(odd)
  })

  test('as a share of the characters beyond ASCII', () => {
    expect(oddness('caf©e © © ©')).toBe(0.25)
    expect(oddness(`${'plain '.repeat(100)}caf©e © © ©`)).toBe(0.25)
  })

  test('capitals of all scripts that have them', () => {
    expect(['É', 'Ж', 'Ω', 'Ԁ', 'א', 'ก'].map(oddOf)).toEqual([0.05, 0.05, 0.05, 0.05, 0, 0])
  })

  test('control characters from U+0080 to U+009F, and no others', () => {
    expect(['\u007f', '\u0080', '\u009f', '\u00a0', '\u00ad'].map(oddOf)).toEqual([0, 2, 2, 0, 0])
  })

  test('capitals after small letters of ASCII, and after no other ASCII character', () => {
    const before = (char: string) => oddOf(`${char}É`)
    expect([...'abyz'].map(before)).toEqual([1.05, 1.05, 1.05, 1.05])
    expect([...'ABYZ@[`{09 '].filter((char) => before(char) !== 0.05)).toEqual([])
  })

  test('signs, letters and marks by their kinds', () => {
    const within = (char: string) => oddOf(`a${char}a`)
    const signs = '¡¢£¥¦§¨©«¬¯°±²³¶¸¹»¼¿×÷ɐ‚„†‡‰‹›⁰™'
    expect([...signs].filter((char) => within(char) !== 1)).toEqual([])
    const joining = "'’‘´·\u00a0\u00ad‐‑–—“”…ªºµßéÿāɏḀỹ你！"
    expect([...joining].filter((char) => within(char) !== 0)).toEqual([])
    const marks = '\u0300\u036f\u0591\u05cf\u0640'
    expect([...marks].filter((char) => within(char) !== 0)).toEqual([])
    const others = 'ͰϿжЀԫאۿกฯ'
    expect([...others].filter((char) => within(char) < 2)).toEqual([])
    expect([...'\u0e31\u0e34\u0e3a\u0e47\u0e4e'].map((char) => oddOf(` ${char}`))).toEqual([1, 1, 1, 1, 1])
    expect([...'\u0e30\u0e32\u0e33\u0e3b\u0e46\u0e4f'].map((char) => oddOf(` ${char}`))).toEqual([0, 0, 0, 0, 0, 0])
  })
})
