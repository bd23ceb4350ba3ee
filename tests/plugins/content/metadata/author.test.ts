import { describe, expect, test } from 'bun:test'
import { AuthorCandidates } from '../../../../plugins/content/metadata/author/candidates.ts'
import { readNames, withoutByword } from '../../../../plugins/content/metadata/author/person-names.ts'
import { cpuTime } from '../../../cpu-time.ts'
import { metadataOf, pageOf, prose } from '../page.ts'

const authorOf = (head: string, body = '') => metadataOf(pageOf(`<title>Kettles compared</title>${head}`, body)).author
const article = (byline: string) => `<article><h1>Kettles compared</h1>${byline}<p>${prose(8)}</p></article>`

describe('the author', () => {
  test('is named by a line under the headline', () => {
    expect(authorOf('', article('<p class="byline">By Ada Writer</p>'))).toBe('Ada Writer')
    expect(authorOf('', article('<div>Von Ada Schreiber | 3. März 2024</div>'))).toBe('Ada Schreiber')
    expect(
      authorOf('', article('<p>By <a href="/author/ada">Ada Writer</a> and <a href="/author/bo">Bo Reader</a></p>')),
    ).toBe('Ada Writer, Bo Reader')
  })

  test('is all whom a byline names, each on a line of its own', () => {
    const named = (...lines: string[]) => authorOf('', article(lines.map((line) => `<div>${line}</div>`).join('')))
    expect(named('By', 'Ada Writer', ',', 'Bo Reader', 'and', 'Cy Speaker')).toBe('Ada Writer, Bo Reader, Cy Speaker')
    expect(named('By Ada Writer', 'and', 'Bo Reader')).toBe('Ada Writer, Bo Reader')
    expect(named('By Ada Writer', 'Kettle Works', 'Bo Reader')).toBe('Ada Writer')
  })

  test('is all whom the page declares, where a line names each by an element of its own', () => {
    const bylines = '<div class="byline"><b>Ada Writer</b></div><hr><div class="byline"><b>Bo Reader</b></div>'
    const declared = '<meta name="author" content="Ada Writer, Bo Reader">'
    expect(authorOf('', article(bylines))).toBe('Ada Writer')
    expect(authorOf(declared, article(bylines))).toBe('Ada Writer, Bo Reader')
    expect(authorOf('<meta name="author" content="Ada Writer, The Kettle Times">', article(bylines))).toBe('Ada Writer')
    const onlyAda = '<script type="application/ld+json">{"@type":"Article","author":{"name":"Ada Writer"}}</script>'
    expect(authorOf(declared + onlyAda, article(bylines))).toBe('Ada Writer')
  })

  test('is all whom one thing of structured data names', () => {
    const named = (name: string[]) =>
      authorOf(
        `<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', author: { '@type': 'Person', name } })}</script>`,
      )
    expect(named(['Ada Writer', 'Bo Reader'])).toBe('Ada Writer, Bo Reader')
    expect(named(['Ada Writer', 'ada'])).toBe('Ada Writer')
  })

  test('is all whom a page tells scholarly search', () => {
    const names = ['Ada Writer', 'Bo Reader', 'Cy Speaker', 'Dia Thinker', 'Ed Counter', 'Flo Drawer']
    const tell = (name: string) => names.map((each) => `<meta name="${name}" content="${each}">`).join('')
    const links = Array.from({ length: 9 }, (_, at) => `<a class="author" href="/s">Kettle ${at}</a>`).join('<br>')
    expect(authorOf(tell('citation_author') + tell('dc.contributor'), article(links))).toBe(names.join(', '))
  })

  test('is a person beside the day, behind "by" or with a job in brackets, above the headline too', () => {
    expect(authorOf('', article('<p>Kettles! | By Ada Writer | April 13, 2020</p>'))).toBe('Ada Writer')
    expect(authorOf('', article('<p>13.04.2020 - Ada Writer (Pressesprecherin)</p>'))).toBe('Ada Writer')
    expect(authorOf('', `<small>13.04.2020 | 13:10 Uhr | Ada Writer</small>${article('')}`)).toBe('Ada Writer')
  })

  test('is told by a line far below that says so, if there is one', () => {
    const page = (...lines: string[]) =>
      authorOf('', article(`${'<p>It boils.</p>'.repeat(70)}${lines.map((line) => `<p>${line}</p>`).join('')}`))
    expect(page('Written by Ada Writer')).toBe('Ada Writer')
    expect(page('Written by Ada Writer', 'Written by Bo Reader')).toBeNull()
    expect(page('By Ada Writer')).toBeNull()
  })

  test('is told by a line that says where and when the page was posted, and by a sentence that says who wrote it', () => {
    expect(authorOf('', article('<p>Posted in Kettles by annlee on March 1, 2024</p>'))).toBe('annlee')
    expect(authorOf('', article('<p>This post was written by Ada Writer, MD, of the kitchen.</p>'))).toBe(
      'Ada Writer, MD',
    )
  })

  test('is told by a part of a block beside the headline, not by one of a teaser', () => {
    const part = '<div class="hero__author"><p>Ada</p></div>'
    expect(authorOf('', article(part))).toBe('Ada')
    expect(authorOf('', article(`${'<p>It boils.</p>'.repeat(9)}${part}`))).toBeNull()
  })

  test('is the company that declares itself and stands beside the day', () => {
    const company =
      '<script type="application/ld+json">{"@type":"Article","author":{"@type":"Organization","name":"Kettleco"}}</script>'
    expect(authorOf(company, article('<div>Kettleco</div><div>March 3, 2024</div>'))).toBe('Kettleco')
    expect(authorOf(company, article(''))).toBeNull()
  })

  test('has no job that runs into it, where the page declares the name', () => {
    const byline = article('<p class="byline">By Ada Writer Kettle Correspondent</p>')
    const declared = '<meta name="author" content="Ada Writer">'
    expect(authorOf(declared, byline)).toBe('Ada Writer')
    expect(authorOf('<meta name="author" content="Bo Reader">', byline)).toBe('Ada Writer Kettle Correspondent')
  })

  test('is not the site for which a person writes', () => {
    const site = '<meta property="og:site_name" content="Kettle Works">'
    expect(authorOf(site, article('<p class="byline">By Ada Writer, Kettle Works</p>'))).toBe('Ada Writer')
    expect(authorOf('', article('<p class="byline">By Ada Writer, Bo Reader</p>'))).toBe('Ada Writer, Bo Reader')
  })

  test('may be named like a month', () => {
    const declared = '<meta name="author" content="April Writer, Jan de Vries">'
    expect(authorOf(declared, article('<div class="byline"><b>April Writer</b></div>'))).toBe(
      'April Writer, Jan de Vries',
    )
    expect(authorOf('', article('<p class="byline">April 2024</p>'))).toBeNull()
  })

  test('is an account right below the headline', () => {
    expect(authorOf('', article('<p>by steam_fan</p>'))).toBe('steam_fan')
    expect(authorOf('', article('<p>By 3i Kettles</p>'))).toBe('3i Kettles')
    expect(authorOf('', article(`${'<p>It boils.</p>'.repeat(6)}<p>by steam_fan</p>`))).toBeNull()
  })

  test('is not the wiki that a page is from', () => {
    expect(authorOf('', article('<div>From Kettle Wiki</div>'))).toBeNull()
  })

  test('is not who wrote a review of what the page is about', () => {
    const review =
      '<div itemscope itemtype="https://schema.org/Review"><meta itemprop="author" content="steam_fan"></div>'
    expect(authorOf('', `<h1>Kettles compared</h1><p>${prose(8)}</p>${review}`)).toBeNull()
  })

  test('is named by an element of at most 250 nodes', () => {
    const marked = (nodes: number) =>
      authorOf('', article(`<div class="byline">Ada Writer${'<br>'.repeat(nodes - 1)}</div>`))
    expect([marked(250), marked(251)]).toEqual(['Ada Writer', null])
  })

  test('is named by a name alone beside a date', () => {
    expect(authorOf('', article('<div>Ada Writer</div><div>March 3, 2024</div>'))).toBe('Ada Writer')
  })

  test.each([
    'Dec. 19, 2025 · Ada Writer',
    'Dec 26, 2025 • Ada Writer in Kettles',
    '11.12.2019 - Ada Writer',
    '04.02.2022 | 13:10 Uhr | Ada Writer',
    'Posted on September 21, 2020 by Ada Writer',
  ])('is named beside the day in a line below the headline: %p', (line) => {
    expect(authorOf('', article(`<p>${line}</p>`))).toBe('Ada Writer')
  })

  test.each([
    'Dec. 19, 2025 · Kettles, Cups · Ada Writer, Tokyo',
    'Dec. 19, 2025 · Ada Writer · Bo Reader',
    '3 min read · Ada Writer',
    'Dec. 19, 2025 · Kettle News',
    'Dec. 19, 2025 Ada Writer',
  ])('is not told by a line of other things below the headline: %p', (line) => {
    expect(authorOf('', article(`<p>${line}</p>`))).toBeNull()
  })

  test('is read from JSON-LD, also through references', () => {
    const graph =
      '{"@graph":[{"@type":"Article","headline":"Kettles compared","author":{"@id":"#ada"}},{"@type":"Person","@id":"#ada","name":"Ada Writer"}]}'
    expect(authorOf(`<script type="application/ld+json">${graph}</script>`)).toBe('Ada Writer')
  })

  test('is read from microdata and from the metas of publishing systems', () => {
    expect(
      authorOf(
        '',
        `<article itemscope itemtype="https://schema.org/Article"><h1 itemprop="headline">Kettles compared</h1><span itemprop="author" itemscope itemtype="https://schema.org/Person"><i itemprop="name">Ada Writer</i></span><p>${prose(8)}</p></article>`,
      ),
    ).toBe('Ada Writer')
    expect(
      authorOf('<meta name="parsely-author" content="Ada Writer"><meta name="sailthru.author" content="Ada Writer">'),
    ).toBe('Ada Writer')
    expect(
      authorOf(
        '<meta name="citation_author" content="Writer, Ada"><meta name="dc.creator" content="Writer, Ada">',
        article('<p>Ada Writer</p>'),
      ),
    ).toBe('Ada Writer')
  })

  test('of two names of the page the one near the headline wins', () => {
    const comments = '<section class="comments"><p class="comment-author">By Troll Person</p></section>'
    expect(authorOf('', article('<span rel="author" class="author">Ada Writer</span>') + comments)).toBe('Ada Writer')
  })

  test('is not read from a line that tells of somebody at length', () => {
    const story = `Carla Pilot, ${'whose kettle boils its water in about three minutes, '.repeat(4)}`
    expect(authorOf('', article(`<p class="author-name">${story}</p>`))).toBeNull()
    const both = `<div class="author-name"><p>${story}</p><p>Ada Writer</p></div>`
    expect(authorOf('', article(both))).toBe('Ada Writer')
  })

  test('of names with the same support the one that another agrees with wins', () => {
    const tools = '<meta name="parsely-author" content="Bo Ray"><meta name="byl" content="Ann Lee Smith">'
    expect(authorOf(tools, article(''))).toBe('Bo Ray')
    expect(authorOf(`<meta name="author" content="Ann Lee">${tools}`, article(''))).toBe('Ann Lee Smith')
  })

  test('is whom <meta> declares, but for the site itself, an office or an account that was never named', () => {
    const declared = (name: string) =>
      authorOf(`<meta property="og:site_name" content="Kettleworks"><meta name="author" content="${name}">`)
    expect(declared('ada_42')).toBe('ada_42')
    for (const name of ['Kettleworks', 'admin', 'Anonymous', 'Redaktion']) expect(declared(name)).toBeNull()
  })

  test('of an office has all of its name', () => {
    const declared = (name: string) =>
      metadataOf(pageOf(`<meta name="author" content="${name}"><title>Kettles</title>`, `<h1>Kettles</h1>${prose(9)}`))
        .author
    expect(declared('Bundesministerium für Wirtschaft und Klimaschutz')).toBe(
      'Bundesministerium für Wirtschaft und Klimaschutz',
    )
    expect(declared('Center for Drug Evaluation and Research | FDA')).toBe('Center for Drug Evaluation and Research')
    expect(declared('Ann Lee for the Ministry of Tea')).toBe('Ann Lee')
  })

  test('is not who is authorized, and no day', () => {
    expect(authorOf('', article('<span class="authorized">Kettle House</span>'))).toBeNull()
    expect(authorOf('', article('<p class="byline">3 de Mayo de 2024</p>'))).toBeNull()
  })

  test('is null where nobody is named', () => {
    expect(
      authorOf('', `<main><h1>Kettles compared</h1><p>${prose(8)}</p><p>By default the kettle is off.</p></main>`),
    ).toBeNull()
    expect(
      authorOf('', '<nav><a href="/user/login">Log in</a><a href="/team/">Our team</a></nav><p>Buy now</p>'),
    ).toBeNull()
  })
})

describe('of a thread in a forum the author', () => {
  const threadAt = new URL('https://boards.example.org/viewtopic.php?t=7')
  const post = (name: string) =>
    `<div class="post"><dl class="postprofile"><dt>${name}</dt><dd>Posts: 12</dd></dl><div>${prose(3)}</div></div>`
  const authorOfThread = (posts: string, above = '') =>
    metadataOf(pageOf('<title>My kettle leaks</title>', `${above}<h2>My kettle leaks</h2>${posts}`), {}, threadAt)
      .author

  test('is the first member that is named below the headline', () => {
    const member = (name: string, id: number) =>
      `<a href="./memberlist.php?mode=viewprofile&amp;u=${id}" class="username">${name}</a>`
    expect(authorOfThread(post(member('steam_fan', 7)) + post(member('ann', 8)))).toBe('steam_fan')
    expect(authorOfThread(post('<span class="bigusername">steam_fan</span>'))).toBe('steam_fan')
    expect(authorOfThread(post('<a href="/~steam_fan">steam_fan</a>'))).toBe('steam_fan')
  })

  test('is the first of those whom posts name by their left side', () => {
    const post = (name: string) =>
      `<dl class="postleft"><dt><strong>${name}</strong></dt><dd>Member</dd></dl><p>Text</p>`
    expect(authorOfThread(post('cup42') + post('pot7'))).toBe('cup42')
  })

  test('is not what one does with an account, and not the list of members', () => {
    const menu = '<nav><a href="/users/login">Log in</a><a href="/members/">Members</a></nav>'
    expect(authorOfThread(post('<a href="/u/steam_fan">steam_fan</a>'), menu)).toBe('steam_fan')
    expect(authorOfThread(post('somebody'), menu)).toBeNull()
  })

  test('is not told by a member on a page that is no thread', () => {
    expect(
      authorOf(
        '',
        `${article('')}${`<p>${prose(1)}</p>`.repeat(20)}<p><a href="/~steam_fan" class="username">steam_fan</a></p>`,
      ),
    ).toBeNull()
  })
})

describe('of a Chinese article the author', () => {
  const ofParts = (above: string, below = '') =>
    authorOf('', `<h1>Kettles compared</h1><p>${above}</p><p>${'水壶烧水大约需要三分钟。'.repeat(20)}${below}</p>`)

  test('is who the line at its head calls the reporters', () => {
    expect(ofParts('光明日报记者 王建宏 张文攀')).toBe('王建宏, 张文攀')
    expect(ofParts('文章作者：李小红')).toBe('李小红')
    expect(ofParts('記者王小明／台北報導')).toBe('王小明')
  })

  test('is who is named in brackets at its end, rather than who edited it', () => {
    expect(ofParts('三分钟', '（记者 胡晓蓉）')).toBe('胡晓蓉')
    expect(
      authorOf(
        '',
        `<h1>Kettles compared</h1><p>责任编辑：孙重远</p><p>${'水壶烧水大约需要三分钟。'.repeat(20)}（记者 胡晓蓉）</p>`,
      ),
    ).toBe('胡晓蓉')
  })

  test('is no word that happens to stand behind the word for one', () => {
    expect(ofParts('小记者训练营今天开营')).toBeNull()
  })
})

describe('names in a line', () => {
  test.each([
    ['By Ada Writer and Bo Reader, staff writers | May 1', ['Ada Writer', 'Bo Reader']],
    ['Written by: Ada Writer', ['Ada Writer']],
    ['Author: By Ada Writer', ['Ada Writer']],
    ['Ada Writer, PhD, Senior Editor', ['Ada Writer, PhD']],
    ['Ein Beitrag von Ada Schreiber, 3. März 2024', ['Ada Schreiber']],
    ['作者：王小明', ['王小明']],
    ['本报记者 王小明', ['王小明']],
    ['by kettle_fan99', ['kettle_fan99']],
    ['&quot;Ada&quot; O&#39;Writer', ['Ada" O\'Writer']],
    ['ByAda Writer', ['Ada Writer']],
    ['Byron Reader', ['Byron Reader']],
    ['Par Loïc Le Clerc le 3 mars', ['Loïc Le Clerc']],
    ['Par Loïc Le Clerc le lundi 3 mars', ['Loïc Le Clerc']],
    ['Por Ada El Escritor el 3 de marzo', ['Ada El Escritor']],
    ['By Ada Writer Sep 12, 2023', ['Ada Writer']],
    ['Ada Writer, Dec 17, 2025', ['Ada Writer']],
    ['Feb 12, 2020', []],
    ['By April May, 3 March 2024', ['April May']],
    ['By Ada Writer, Kettles.org', ['Ada Writer']],
    ['By Ada Writer and Bo Reader, The Associated Press', ['Ada Writer', 'Bo Reader']],
    ['The Associated Press', ['The Associated Press']],
    ['By Ada Writer ⋅ Senior Analyst', ['Ada Writer']],
    ['— by Ada Writer', ['Ada Writer']],
    ['Authored by: Dr. Ada Writer', ['Dr. Ada Writer']],
    ['Reporting by Ada Writer; Editing by Bo Reader', ['Ada Writer']],
    ['Author Ada Writer', ['Ada Writer']],
    ['Text von Ada Writer   Illustration von Bo Reader', ['Ada Writer']],
    ['Words: Ada Writer', ['Ada Writer']],
    ['By Ada Writer And Bo Reader', ['Ada Writer', 'Bo Reader']],
    ['BY ADA WRITER AND BO READER', ['ADA WRITER', 'BO READER']],
    ['Ada Writer and', ['Ada Writer']],
    ['Ada Writer, MD, gastroenterologist, Kettle Health', ['Ada Writer, MD']],
    ['Ada Writer and bell hooks', ['Ada Writer', 'bell hooks']],
    ['Ada Writer, de la Cruz', ['Ada Writer', 'de la Cruz']],
    ['责任编辑：王小明 ）', ['王小明']],
    ['執筆者：山田太郎', ['山田太郎']],
    ['by ライトハウス事務所 ／', ['ライトハウス事務所']],
    ['取材・文＝山田太郎', ['山田太郎']],
    ['홍길동 기자 hong@news.example', ['홍길동']],
    ['작성자: 김철수', ['김철수']],
    ['Автор: Иван Петров', ['Иван Петров']],
    ['بقلم: أحمد محمود', ['أحمد محمود']],
    ['מאת דוד כהן', ['דוד כהן']],
    ['Συντάκτης: Γιώργος Παπαδόπουλος', ['Γιώργος Παπαδόπουλος']],
    ['Yazar: Ayşe Yılmaz', ['Ayşe Yılmaz']],
    ['โดย สมชาย ใจดี', ['สมชาย ใจดี']],
    ['लेखक: राहुल शर्मा', ['राहुल शर्मा']],
    ['About Ada', ['Ada']],
    ['Meet Melissa', ['Melissa']],
    ['About us', ['About us']],
    ['About the author', []],
    ['The Author', []],
    ['Webmaster', []],
    ['Bild: A. Maler', []],
    ['Copyright Kettle GmbH', []],
    ['3 de Mayo de', []],
    ['By', []],
    ['12:30', []],
  ])('%p gives %p', (line, names) => {
    expect(readNames(line)).toEqual(names)
  })

  test('a line of any length is read in time', () => {
    for (const line of ['By '.repeat(50_000), `By ${'a, '.repeat(50_000)}`, `${' '.repeat(100_000)}x`])
      expect(cpuTime(() => readNames(line))).toBeLessThan(200)
  })
})

test('sources that name the same people in another order make one candidate, with what speaks for each', () => {
  const candidates = new AuthorCandidates()
  candidates.add('Ada Writer and Bo Reader', 'metaAuthor')
  candidates.add(['Bo Reader', 'Ada Writer'], 'relAuthor')
  candidates.add('Ada Writer', 'byLine')
  expect(candidates.all.map(({ text, marks }) => [text, [...marks]])).toEqual([
    ['Ada Writer, Bo Reader', ['metaAuthor', 'relAuthor']],
    ['Ada Writer', ['byLine']],
  ])
})

test('up to three words that say that a name follows are left out', () => {
  expect(['Ann', 'Author: Ann', 'Author: By Ann', 'By by by Ann', 'By by by by Ann'].map(withoutByword)).toEqual([
    'Ann',
    'Ann',
    'Ann',
    'Ann',
    'by Ann',
  ])
})
