/** Unicode for the characters of symbol fonts that are used in text. Others are decoration. */
const wingdings: Readonly<Record<string, string>> = {
  '6C': '●',
  '6E': '■',
  '6F': '□',
  '71': '❑',
  '75': '◆',
  '76': '❖',
  '9F': '•',
  A7: '▪',
  A8: '☐',
  D8: '➢',
  DF: '←',
  E0: '→',
  E1: '↑',
  E2: '↓',
  E8: '➔',
  F0: '⇨',
  FB: '✗',
  FC: '✓',
  FD: '☒',
  FE: '☑',
  '4A': '☺',
  '4B': '😐',
  '4C': '☹',
  '28': '☎',
  '2A': '✉',
}

/** The Symbol font has Greek letters in place of Latin ones. Source: Adobe's Symbol encoding. */
const greek = ' !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼'
const signs = '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑'

/** The character of a symbol. `code`: its position in the font, in the private use area. */
export const symbolOf = (font: string, code: string): string => {
  const point = Number.parseInt(code, 16)
  if (Number.isNaN(point) || point > 0x10ffff) return ''
  const place = point >= 0xf000 && point <= 0xf0ff ? point - 0xf000 : point
  const name = font.toLowerCase()
  if (name.startsWith('wingdings') || name.startsWith('webdings')) {
    return wingdings[place.toString(16).toUpperCase().padStart(2, '0')] ?? ''
  }
  if (name === 'symbol') return (place < 0xa0 ? greek[place - 0x20] : signs[place - 0xa0]) ?? ''
  return point >= 0xe000 && point <= 0xf8ff ? '' : String.fromCodePoint(point)
}
