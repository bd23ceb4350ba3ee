/** Accents; the vowels of Hebrew and of Arabic with its stretched lines; the dot below letters of Hindi. */
const MARKS = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u065f\u0670\u093c]+/g
/** Letters that have no mark to leave out, and what is written for them on other keyboards. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
}
const SPECIAL = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g')

/** Text in plain letters, without accents and other marks, as people also search: `Ёлка` becomes `Елка`. */
export const withoutMarks = (text: string): string =>
  text
    .normalize('NFD')
    .replace(MARKS, '')
    .replace(SPECIAL, (letter) => PLAIN[letter]!)
    .normalize('NFC')
