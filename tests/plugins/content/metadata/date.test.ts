import { describe, expect, test } from 'bun:test'
import { DateCandidates } from '../../../../plugins/content/metadata/date/candidates.ts'
import { findDate } from '../../../../plugins/content/metadata/date/written-date.ts'
import { isoTime } from '../../../../plugins/content/metadata/time.ts'
import { growth, LINEAR } from '../../../growth.ts'
import { metadataOf, pageOf, prose } from '../page.ts'

const publishedOf = (head: string, body = '', url = 'https://news.example.org/kettles', html = ' lang="en"') =>
  metadataOf(pageOf(`<title>Kettles compared</title>${head}`, body, html), {}, new URL(url)).article.publishedTime
const article = (line: string) => `<article><h1>Kettles compared</h1>${line}<p>${prose(8)}</p></article>`

describe('the date of publication', () => {
  test('stands as the page gives it to machines', () => {
    expect(publishedOf('<meta property="article:published_time" content="2024-03-01T08:00:00+01:00">')).toBe(
      '2024-03-01T08:00:00+01:00',
    )
    expect(
      publishedOf(
        '<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2024-03-01T08:00Z"}</script>',
        article(''),
      ),
    ).toBe('2024-03-01T08:00Z')
    expect(publishedOf('', article('<time datetime="2024-03-01T08:00:00Z" class="published">March 1</time>'))).toBe(
      '2024-03-01T08:00:00Z',
    )
  })

  test('is the day that is written under the headline', () => {
    expect(publishedOf('', article('<p>By Ada Writer | Published March 1, 2024</p>'))).toBe('2024-03-01')
    expect(
      publishedOf('', article('<p class="datum">Veröffentlicht am 1. März 2024</p>'), undefined, ' lang="de"'),
    ).toBe('2024-03-01')
    expect(publishedOf('', article('<p>发布时间：2024年3月1日</p>'), undefined, ' lang="zh"')).toBe('2024-03-01')
    expect(publishedOf('', article('<p>掲載：令和六年三月一日（観光課）</p>'), undefined, ' lang="ja"')).toBe(
      '2024-03-01',
    )
  })

  test('of figures that can be read two ways is the day that the page gives year first', () => {
    const daysOf = (seen: string, ...declared: string[]) => {
      const candidates = new DateCandidates('en', Date.UTC(2026, 5, 1))
      for (const value of declared) candidates.addValue(value)
      candidates.addText(seen)
      return candidates.all.map(({ day }) => day)
    }
    expect(daysOf('03/04/2024')).toEqual(['2024-03-04'])
    expect(daysOf('03/04/2024', '2024-04-03T08:00:00Z')).toEqual(['2024-04-03'])
    expect(daysOf('03.04.2024', '2024-03-04')).toEqual(['2024-03-04'])
    expect(daysOf('03/04/2024', '2024-04-03', '2024-03-04')).toEqual(['2024-04-03', '2024-03-04'])
    expect(daysOf('March 4, 2024', '2024-04-03')).toEqual(['2024-04-03', '2024-03-04'])
    expect(daysOf('03/04/2024', '04/03/2024')).toEqual(['2024-04-03', '2024-03-04'])
  })

  test('is none of the days of what a page lists', () => {
    const day = (at: number) => `<div><a href="/${at}">Kettle ${at}</a><p>March ${at}, 2024</p></div>`
    const head = '<title>Kettles</title><meta property="og:type" content="website">'
    const page = (body: string) => pageOf(head, `<h1>Kettles</h1>${body}`)
    const dateOf = (body: string) => metadataOf(page(body), {}, new URL('https://kettles.example/all')).date
    expect(dateOf(Array.from({ length: 12 }, (_, at) => day(at + 1)).join(''))).toBeNull()
    expect(dateOf(day(1))).toBe('2024-03-01')
    const changed = '<p>Published March 1, 2024 · Updated April 2, 2024 · Updated May 3, 2024</p>'
    expect(dateOf(changed)).toBe('2024-03-01')
  })

  test('of what is for sale is no date of the page, though its publishing system declares one', () => {
    const dates = (head: string) => {
      const page = pageOf(`<title>Kettle</title>${head}`, `<h1>Kettle</h1><p>${prose(3)}</p>`)
      const { date, article } = metadataOf(page, {}, new URL('https://kettles.example/red'))
      return [date, article.publishedTime]
    }
    const declared = '<meta name="date" content="2024-03-01">'
    expect(dates(declared)).toEqual(['2024-03-01', '2024-03-01'])
    expect(dates(`${declared}<meta property="og:type" content="product">`)).toEqual([null, '2024-03-01'])
  })

  test('is not the day on which a member joined or an offer ends', () => {
    const thread = 'https://boards.example/viewtopic.php?t=7'
    expect(publishedOf('', article('<p>Joined: Mon Jul 24, 2017</p><p>Sat Feb 24, 2024</p>'), thread)).toBe(
      '2024-02-24',
    )
    for (const line of ['Sale ends 03/31/2024', 'Deadline to apply: March 1st, 2024', 'Mitglied seit 1.3.2024'])
      expect(publishedOf('', article(`<p>${line}</p>`))).toBeNull()
    expect(publishedOf('', article('<p>For immediate release: March 1, 2024</p>'))).toBe('2024-03-01')
  })

  test('a declared one stands against a later change that readers see', () => {
    expect(
      publishedOf(
        '<meta property="article:published_time" content="2020-01-05">',
        article('<p>Last updated July 4, 2024</p>'),
      ),
    ).toBe('2020-01-05')
  })

  test('of a changed page it is the day of which the line says so', () => {
    expect(publishedOf('', article('<p>Published January 5, 2020 · Updated July 4, 2024</p>'))).toBe('2020-01-05')
    expect(publishedOf('', article('<p>Updated July 4, 2024. Published January 5, 2020</p>'))).toBe('2020-01-05')
  })

  test('the page is dated by its last change where it shows no other date', () => {
    const page = metadataOf(pageOf('<title>Kettles compared</title>', article('<p>Last updated July 4, 2024</p>')))
    expect([page.date, page.article.publishedTime]).toEqual(['2024-07-04', null])
  })

  test('is read from an address that has the day first, too', () => {
    const head = '<meta property="og:type" content="article">'
    expect(publishedOf(head, article(''), 'https://news.example.org/news/29-10-2021/kettles-compared-by-age')).toBe(
      '2021-10-29',
    )
    expect(publishedOf(head, article(''), 'https://news.example.org/news/29-13-2021/kettles-compared')).toBeNull()
  })

  test('is read by the edition that the address names', () => {
    const line = article('<p class="date">Published 02/10/2020</p>')
    expect(publishedOf('', line, 'https://news.example.org/en-gb/kettles')).toBe('2020-10-02')
    expect(publishedOf('', line, 'https://news.example.org/en-us/kettles')).toBe('2020-02-10')
  })

  test('of a thread it is that of the first post, however far below the title it stands', () => {
    const links = Array.from({ length: 30 }, (_, at) => `<p><a href="/user/${at}">Member ${at}</a></p>`).join('')
    const posts = ['2019-02-23', '2019-02-24', '2020-01-01'].map(
      (day) => `<div class="post"><time datetime="${day}T10:00:00Z">${day}</time><p>${prose(3)}</p></div>`,
    )
    expect(
      publishedOf('', `<h1>Kettles compared</h1>${links}${posts.join('')}`, 'https://forum.example.org/thread-2.html'),
    ).toBe('2019-02-23T10:00:00Z')
  })

  test('is read from the address where the page says nothing', () => {
    expect(
      publishedOf(
        '<meta property="og:type" content="article">',
        article(''),
        'https://news.example.org/2024/03/01/kettles-compared-by-age.html',
      ),
    ).toBe('2024-03-01')
  })

  test('a day in the future, and one in the text far below, is none', () => {
    expect(publishedOf('', article('<p>Opens March 1, 2029</p>'))).toBeNull()
    expect(
      publishedOf(
        '',
        `<main><h1>Kettles</h1>${`<p>${prose(2)}</p>`.repeat(60)}<p>The first one was sold on March 1, 2001.</p></main>`,
      ),
    ).toBeNull()
  })
})

test.each([
  ['1989-12-31', []],
  ['1990-01-01', ['1990-01-01']],
  // A page may be dated by a zone where the day has begun, or be out tomorrow.
  ['2026-06-03', ['2026-06-03']],
  ['2026-06-04', []],
  ['soon', []],
])('%p could be when a page was published, seen from 1 June 2026: %p', (value, days) => {
  const candidates = new DateCandidates('en', Date.UTC(2026, 5, 1))
  candidates.addValue(value, 'metaPublished')
  expect(candidates.all.map(({ day }) => day)).toEqual(days)
})

describe('dates in words and figures', () => {
  test.each([
    ['Published March 3, 2024 by Ann', 'en', '2024-03-03'],
    ['3rd of March, 2024', 'en', '2024-03-03'],
    ['Sept. 5, 2020', 'en', '2020-09-05'],
    ['20 December 2025', 'en', '2025-12-20'],
    ['8.Dezember 2010 um 09:43', 'de', '2010-12-08'],
    ['3 de marzo del 2024', 'es', '2024-03-03'],
    ['1er janvier 2024', 'fr', '2024-01-01'],
    ["5 d'agost 2024", 'ca', '2024-08-05'],
    ['12 марта 2021 г.', 'ru', '2021-03-12'],
    ['2024. március 3.', 'hu', '2024-03-03'],
    ['5 września 2019', 'pl', '2019-09-05'],
    ['12 Ağustos 2020', null, '2020-08-12'],
    ['2024年3月3日', 'ja', '2024-03-03'],
    ['２０２４年３月３日', 'ja', '2024-03-03'],
    ['令和6年3月3日', 'ja', '2024-03-03'],
    ['令和元年5月1日', 'ja', '2019-05-01'],
    ['二〇二四年三月三日', 'zh', '2024-03-03'],
    ['一九九八年十二月三十一日', 'zh', '1998-12-31'],
    ['二○二四年十月二十日', 'zh', '2024-10-20'],
    ['令和六年三月三日', 'ja', '2024-03-03'],
    ['平成三十年十一月十日', 'ja', '2018-11-10'],
    ['令和元年五月一日', 'ja', '2019-05-01'],
    ['2024年（令和6年）3月3日', 'ja', '2024-03-03'],
    ['令和6年(2024年)3月3日', 'ja', '2024-03-03'],
    ['令和6（2024）年3月3日', 'ja', '2024-03-03'],
    ['民國113年3月3日', 'zh-TW', '2024-03-03'],
    ['٣ مارس ٢٠٢٤', 'ar', '2024-03-03'],
    ['الأحد، 3 مارس، 2024', 'ar', '2024-03-03'],
    ['3 آذار/مارس 2024', 'ar', '2024-03-03'],
    ['3 كانون الثاني 2024', 'ar', '2024-01-03'],
    ['3 اغسطس 2024', 'ar', '2024-08-03'],
    ['3 במרץ 2024', 'he', '2024-03-03'],
    ['3 มีนาคม 2567', 'th', '2024-03-03'],
    ['3 มี.ค. 67', null, '2024-03-03'],
    ['3 มีนาคม พ.ศ. 2567', 'th', '2024-03-03'],
    ['3 มี.ค. 2024', 'th', '2024-03-03'],
    ['03/03/2567', 'th', '2024-03-03'],
    ['३ मार्च २०२४', 'hi', '2024-03-03'],
    ['3 मई 2024', 'hi', '2024-05-03'],
    ['3 फरवरी 2024', 'hi', '2024-02-03'],
    ['3 KASIM 2024', 'tr', '2024-11-03'],
    ['3 HAZİRAN 2024', 'tr', '2024-06-03'],
    ['3 ΜΑΡΤΙΟΥ 2024', 'el', '2024-03-03'],
    ['3 Σεπτέμβριος 2024', 'el', '2024-09-03'],
    ['3 сен 2024', 'ru', '2024-09-03'],
    ['3 aout 2024', 'fr', '2024-08-03'],
    ['3. Jänner 2024', 'de-AT', '2024-01-03'],
    ['ngày 3 tháng 3 năm 2024', 'vi', '2024-03-03'],
    ['2024년 3월 3일', 'ko', '2024-03-03'],
    ['04.05.2024', 'de', '2024-05-04'],
    ['05.06.21', 'de', '2021-06-05'],
    ['4/5/2024', 'en-US', '2024-04-05'],
    ['4/5/2024', 'en-GB', '2024-05-04'],
    ['13/5/2024', 'en-US', '2024-05-13'],
    ['2024/5/6', null, '2024-05-06'],
  ])('%p in %p is %p', (text, language, day) => {
    const found = findDate(text, language)
    expect(found && `${found.year}-${String(found.month).padStart(2, '0')}-${String(found.day).padStart(2, '0')}`).toBe(
      day,
    )
  })

  test.each(['v1.2.3', '31 April 2020', 'March 2020', '03/03/2567', '3 March 2567', 'call 555-1234', '99/99/2020', ''])(
    '%p is no date',
    (text) => {
      expect(findDate(text, 'en')).toBeNull()
    },
  )

  test.each(['12 ', 'abcdef ', '1.', 'a', '1 تشرين ', '1 มีนาคม ', '令和1年1', '二〇二四年(令和六年)'])(
    'text of %p again and again is searched in time by its length',
    (unit) => {
      const text = (times: number) => `${unit.repeat(times)}1`
      expect(growth(text, (each) => findDate(each), 20_000)).toBeLessThan(LINEAR)
    },
  )
})

test.each([
  ['2024-03-01T08:00:00Z', '2024-03-01T08:00:00.000Z'],
  ['2024-03-01T08:00+0200', '2024-03-01T06:00:00.000Z'],
  ['20240301', '2024-03-01'],
  ['Tue, 10 Jun 2003 04:00:00 GMT', '2003-06-10T04:00:00.000Z'],
  ['Tue, 10 Jun 2003 04:00:00 -0500 (EST)', '2003-06-10T09:00:00.000Z'],
  ['10 Jun 2003 04:00 PDT', '2003-06-10T11:00:00.000Z'],
  ['March 3, 2020', '2020-03-03'],
  ['March 3, 2020, 12:05 AM', '2020-03-03T00:05:00.000Z'],
  ['3 March 2020 9:05 p.m.', '2020-03-03T21:05:00.000Z'],
  ['12 juin 2024 10:30', '2024-06-12T10:30:00.000Z'],
  ['12 juin 2024 25:30', '2024-06-12'],
  ['31 April 2024 10:00', null],
  ['2024-02-31', null],
  ['2024-02-31T10:00:00Z', null],
  ['0001-01-01', null],
  ['soon', null],
])('%p as ISO 8601 is %p', (text, iso) => {
  expect(isoTime(text)).toBe(iso)
})

test('a time without a zone is read as UTC, whatever the zone of the server', () => {
  const { TZ } = process.env
  process.env.TZ = 'America/New_York'
  try {
    expect(isoTime('3 March 2020 10:00')).toBe('2020-03-03T10:00:00.000Z')
  } finally {
    process.env.TZ = TZ ?? 'UTC'
  }
})
