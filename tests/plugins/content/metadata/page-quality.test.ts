import { describe, expect, test } from 'bun:test'
import { countText } from '../../../../plugins/content/quality/count-text.ts'
import { measureText } from '../../../../plugins/content/quality/measure-text.ts'
import { cpuTime } from '../../../cpu-time.ts'
import { metadataOf, pageOf, prose } from '../page.ts'

describe('the quality of a page', () => {
  test('counts the words that it shows without script where they are most of it, and no others', () => {
    const words = (shown: string, fallback: string) =>
      metadataOf(pageOf('<title>T</title>', `<p>${shown}</p><noscript><p>${fallback}</p></noscript>`)).contentQuality
        .wordCount
    expect(words('Please sign in.', 'All of the posts are here, one after the other.')).toBe(13)
    expect(words('All of the posts are here, one after the other.', 'Please sign in.')).toBe(10)
  })

  test('counts its elements by their kinds', () => {
    const { contentQuality, linksCount, imagesCount } = metadataOf(
      pageOf(
        '<title>Counted</title>',
        '<h1>Counted</h1><p>One two three.</p><h2>First</h2><p>Four <a href="/1">five</a> six.</p><h2>Second</h2>' +
          '<p>Seven <a href="/2">eight</a>.</p><ul><li>alpha</li></ul><table><tr><td>cell</td></tr></table>' +
          '<blockquote>quoted</blockquote><pre><code>code()</code></pre><img src="/a.png" alt=""><img src="/b.png">',
      ),
    )
    expect(contentQuality).toMatchObject({
      headingCount: 3,
      headingDistribution: { h1: 1, h2: 2, h3: 0, h4: 0, h5: 0, h6: 0 },
      paragraphCount: 3,
      linkCount: 2,
      imageCount: 2,
      listCount: 1,
      tableCount: 1,
      quoteCount: 1,
      codeBlockCount: 1,
      wordCount: 15,
    })
    expect([linksCount, imagesCount]).toEqual([2, 2])
  })

  test('takes any white space for a blank, so that a sentence ends before it', () => {
    const { contentQuality } = metadataOf(pageOf('', '<p>Fill the kettle.&emsp;Boil it.\u3000Pour.</p>'))
    expect(contentQuality.sentenceCount).toBe(3)
    expect(contentQuality.characterCount).toBe('Fill the kettle. Boil it. Pour.'.length)
  })

  test('calls a page rich by its words and paragraphs', () => {
    const paragraphs = `<p>${prose(15)}</p>`.repeat(3)
    expect(metadataOf(pageOf('', paragraphs)).contentQuality.isContentRich).toBe(true)
    expect(metadataOf(pageOf('', `<p>${prose(3)}</p>`)).contentQuality.isContentRich).toBe(false)
    const links = `<p><a href="/x">${prose(15)}</a></p>`.repeat(3)
    expect(metadataOf(pageOf('', links)).contentQuality.isContentRich).toBe(false)
  })
})

describe('the readability of a text', () => {
  const easy = 'The cat sat on the mat. The dog ran to the cat. They had a lot of fun in the sun.'
  const hard =
    'Institutional considerations regarding constitutional interpretation necessitate comprehensive methodological ' +
    'examination of jurisdictional responsibilities, notwithstanding administrative discretion.'

  test('is high and its grade low where words and sentences are short', () => {
    const [one, other] = [measureText(easy, 'en'), measureText(hard, 'en-GB')]
    expect(one.readabilityScore!).toBeGreaterThan(90)
    expect(one.readingLevel).toBe('elementary')
    expect(other.readabilityScore!).toBeLessThan(0)
    expect(other.readingLevel).toBe('graduate')
  })

  test.each([
    ['makes games', 2],
    ['boxes roses places edges wishes', 10],
    ['wanted needed', 4],
    ['wished played', 2],
    ['home table', 3],
    ['the', 1],
  ])('counts the syllables that are spoken: %s', (text, syllables) => {
    expect(countText(text, 'en').syllables).toBe(syllables)
  })

  test('is null in other languages', () => {
    expect(measureText('Die Katze saß auf der Matte und der Hund lief zu der Katze hin.', 'de')).toMatchObject({
      readabilityScore: null,
      fleschKincaidGrade: null,
      readingLevel: null,
    })
  })

  test('counts no character behind the end of a text that ends within one', () => {
    expect(measureText('half a pair: \ud83d', 'en').characterCount).toBe(14)
  })

  test('is measured of half a megabyte in a fraction of a second', () => {
    const text = `${easy}\n`.repeat(6_000)
    const measure = () => expect(measureText(text, 'en').sentenceCount).toBe(18_000)
    expect(cpuTime(measure)).toBeLessThan(500)
  })
})
