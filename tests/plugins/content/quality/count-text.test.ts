import { describe, expect, test } from 'bun:test'
import { countText } from '../../../../plugins/content/quality/count-text.ts'
import { measureText } from '../../../../plugins/content/quality/measure-text.ts'

const wordsOf = (text: string) => countText(text, 'en').words
const sentencesOf = (text: string) => countText(text, 'en').sentences
const syllablesOf = (word: string) => countText(word, 'en').syllables

describe('a word', () => {
  test.each([
    ['Fill the kettle', 3],
    ["don't well-known l’été x-ray_vision", 4],
    ['soft\u00adhyphen', 1],
    ['3.50 1,000 12.5.7', 3],
    ['rock- it’s -', 2],
    ['co2 4x4', 2],
    ['naïve café', 2],
    ['한국어 단어 둘', 3],
    ['a,b 3.a a.3 1,a', 8],
    ['5, 6.', 2],
    ['a\u00a0b', 2],
    ['a🙂b 🙂', 2],
    ['… ! --', 0],
    ['', 0],
  ])('is recognised by letters, joining characters and decimal points: %j', (text, words) => {
    expect(wordsOf(text)).toBe(words)
  })

  test.each([
    ['你好，世界。再见！', 3],
    ['Hello 世界', 2],
    ['สวัสดีชาวโลก', 3],
    ['𠀀𠀁 字', 3],
    ['漢𠀀字 a', 4],
    ['コンピューターのサーバー', 3],
    ['ｻｰﾊﾞｰ', 1],
  ])('is recognised by a dictionary if there are no separators: %s', (text, words) => {
    expect(wordsOf(text)).toBe(words)
  })

  test('in a long text without spaces is counted from its beginning', () => {
    expect(countText('你好世界'.repeat(2_500), 'zh')).toMatchObject({
      words: 5_000,
      spacedWords: 0,
      characters: 10_000,
    })
  })

  test('in a language without a tag is recognised too', () => {
    for (const language of ['zh', 'zh-Hant', 'Chinese', '', '??', null])
      expect([language, countText('你好世界', language).words]).toEqual([language, 2])
  })
})

describe('a sentence', () => {
  test.each([
    ['The end. Next one! And why? Wait… now', 5],
    ['Why?! No', 2],
    ['A heading\nThen a paragraph.\nAnd one more', 3],
    ['\n\nOne\n\nTwo\n', 2],
    ['He said "no." Then (he left.) Then he slept.', 3],
    ['Yes.’”)] No', 2],
    ['Yes.\u00a0No', 2],
    ['Yes.)))))))) No', 2],
    ['Yes.))))))))) No', 1],
    ['你好。再见！好', 3],
    ['你好.再见', 1],
    ['... ! ? —', 0],
    ['Version 3. Next', 2],
  ])('ends at a full stop before white space, and with its block: %j', (text, sentences) => {
    expect(sentencesOf(text)).toBe(sentences)
  })

  test.each([
    'Dr. Smith and J. R. Smith met Mr. and Mrs. Jones',
    'Co. Ltd. grew by 3.5 percent in no. 5',
    'Я. Иванов',
    'www.example.com is it',
    'Bring tea, milk, e.g. oat milk, etc. to the office',
    'It opens at 5 p.m. on weekdays',
  ])('does not end after an abbreviation or an initial, or within a number or a name: %s', (text) => {
    expect(sentencesOf(text)).toBe(1)
  })

  test.each([
    ['We sell tea, milk, etc.\nCome in', 2],
    ['Tea, milk, etc.', 1],
    ['We like tea. St. Ives is near', 2],
    ['It opens at 5 p.m. Please come in', 2],
    ['Choose plan b. Then pay', 2],
    ['A thing that is described as abbrevi. Next', 2],
  ])('ends after an abbreviation if another sentence begins: %j', (text, sentences) => {
    expect(sentencesOf(text)).toBe(sentences)
  })
})

describe('a syllable', () => {
  const words: Readonly<Record<number, string>> = {
    1: 'a the be bee ale whale style eye makes wished loved tied bed rhythm mile aides dies less e ed es 2024',
    2: 'table apple boxes roses buses places edges wishes mazes ages wanted needed agreed people ladies hotel',
    3: 'animal tomatoes continued',
    4: 'comprehending information',
  }
  for (const [count, list] of Object.entries(words))
    test.each(list.split(' '))(`is a group of spoken vowels, ${count} in %s`, (word) => {
      expect(syllablesOf(word)).toBe(Number(count))
    })

  test('is only counted in English, or in texts that may be English', () => {
    expect([null, 'en', 'EN-us', 'de', 'eng'].map((language) => countText('wanted table', language).syllables)).toEqual(
      [4, 4, 4, 0, 0],
    )
  })
})

test('characters are counted with one for each run of white space, and none at the ends', () => {
  const lengths = ['', ' ', 'a', ' a', 'a ', '  a  b  ', '\n\na\n\nb\n', 'a \u00a0\tb', '世界', '🙂'].map(
    (text) => countText(text).characters,
  )
  expect(lengths).toEqual([0, 0, 1, 1, 1, 3, 3, 3, 2, 2])
})

describe('the lexical diversity of a text', () => {
  const diversityOf = (text: string) => countText(text, 'en').lexicalDiversity
  const different = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ')

  test.each([
    ['tea tea tea tea', 0.25],
    ['Tea tea TEA milk', 0.5],
    ['one two three', 1],
    ['茶 茶 水 水', 0.5],
  ])('is the share of distinct words in a short one: %s', (text, share) => {
    expect(diversityOf(text)).toBe(share)
  })

  test('is the mean share within a hundred words of a long one, whatever its length', () => {
    expect(diversityOf(different(99))).toBe(1)
    expect(diversityOf(different(100))).toBe(1)
    expect(diversityOf(`${different(50)} `.repeat(2))).toBe(0.5)
    expect(diversityOf(`${different(50)} `.repeat(40))).toBe(0.5)
    expect(diversityOf(`${different(100)} `.repeat(3))).toBe(1)
    expect(diversityOf(`${different(300)} `.repeat(3))).toBe(1)
    expect(diversityOf('tea '.repeat(1_000))).toBeCloseTo(0.01)
    // The first window has 100 distinct words; each following one has one less, and one more tea.
    expect(diversityOf(`${different(100)} ${'tea '.repeat(100)}`)).toBeCloseTo(
      Array.from({ length: 101 }, (_, teas) => (100 - teas + Math.min(1, teas)) / 100).reduce((a, b) => a + b) / 101,
    )
  })
})

describe('the measures of a text', () => {
  const easy = 'The cat sat on the mat. The dog ran to the cat.'

  test('are rounded, and follow the formulas of Flesch and Kincaid', () => {
    // 12 words, 2 sentences, 12 syllables: 206.835 - 1.015 * 6 - 84.6, and 0.39 * 6 + 11.8 - 15.59.
    expect(measureText(easy, 'en')).toEqual({
      wordCount: 12,
      sentenceCount: 2,
      characterCount: 47,
      readabilityScore: 116.15,
      fleschKincaidGrade: -1.45,
      averageSentenceLength: 6,
      averageWordsPerSentence: 6,
      estimatedReadingTimeMinutes: 1,
      readingLevel: 'elementary',
      lexicalDiversity: 0.667,
    })
  })

  test('are 0 or null for an empty text', () => {
    expect(measureText('', 'en')).toEqual({
      wordCount: 0,
      sentenceCount: 0,
      characterCount: 0,
      readabilityScore: null,
      fleschKincaidGrade: null,
      averageSentenceLength: 0,
      averageWordsPerSentence: 0,
      estimatedReadingTimeMinutes: 0,
      readingLevel: null,
      lexicalDiversity: 0,
    })
  })

  test('include readability for at least ten words, all of them separated by spaces', () => {
    const scoreOf = (text: string) => measureText(text, 'en').readabilityScore
    expect(scoreOf('The cat sat on the mat and ran far')).toBeNull()
    expect(scoreOf('The cat sat on the mat and ran far off')).toBe(112.09)
    expect(scoreOf('The cat sat on the mat and ran far off 世界')).toBeNull()
  })

  test('include the reading time in whole minutes', () => {
    const minutes = [1, 238, 239, 476, 477].map((words) => measureText('tea '.repeat(words), 'en'))
    expect(minutes.map((each) => each.estimatedReadingTimeMinutes)).toEqual([1, 1, 2, 2, 3])
  })

  test('detect English by its most common words if the page declares no language', () => {
    const isMeasured = (text: string, language: string | null = null) =>
      measureText(text, language).readabilityScore !== null
    const twenty = `${easy} It has the look of one more cat that is`
    expect(isMeasured(twenty)).toBe(true)
    expect(isMeasured(easy)).toBe(false)
    expect(isMeasured(twenty, 'de')).toBe(false)
    expect(isMeasured(easy, 'en')).toBe(true)
    expect(isMeasured(easy, 'en-GB')).toBe(true)
    expect(isMeasured(easy, 'eno')).toBe(false)
    expect(
      isMeasured(
        'Die Katze schlief lange auf der Matte und der Hund rannte schnell hinter ihr her, bis sie beide müde waren, und dann war Ruhe.',
      ),
    ).toBe(false)
  })
})
