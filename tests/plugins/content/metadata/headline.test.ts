import { describe, expect, test } from 'bun:test'
import { metadataOf, pageOf, prose } from '../page.ts'

const headlineOf = (head: string, body = '', url?: string) =>
  metadataOf(pageOf(head, body), {}, url ? new URL(url) : undefined).headline

describe('the headline', () => {
  test.each([
    ['The best kettles of 2024 | Example News', 'The best kettles of 2024'],
    ['Example News - The best kettles of 2024', 'The best kettles of 2024'],
    ['The best kettles of 2024 – Reviews – Example News', 'The best kettles of 2024'],
  ])('is %p without the name of the site, where no heading says it', (title, headline) => {
    expect(headlineOf(`<title>${title}</title><meta property="og:site_name" content="Example News">`)).toBe(headline)
  })

  test('is the only h1, which <title> and Open Graph lengthen', () => {
    expect(
      headlineOf(
        '<title>Kettles: a long look - Example</title><meta property="og:title" content="Kettles: a long look at them all">',
        '<main><h1>Kettles: a long look</h1></main>',
      ),
    ).toBe('Kettles: a long look')
  })

  test('is not the h1 that holds the name of the site on every page', () => {
    expect(
      headlineOf(
        '<title>How to descale a kettle - Kettle Forum</title><meta property="og:site_name" content="Kettle Forum">',
        '<header><h1>Kettle Forum</h1></header><p>Text</p>',
      ),
    ).toBe('How to descale a kettle')
  })

  test('is the heading of the chapter, below the h1 that names the book in the bar above', () => {
    expect(
      headlineOf(
        '<title>What is Scale? - The Kettle Boiling Handbook</title>',
        `<div><h2>Keyboard shortcuts</h2></div><div><h1 class="menu-title">The Kettle Boiling Handbook</h1></div>
<main><h2 id="what-is-scale"><a href="#what-is-scale">What Is Scale?</a></h2><p>${prose(3)}</p></main>`,
        'https://kettles.example/book/ch04-01-what-is-scale.html',
      ),
    ).toMatch(/^what is scale\?$/i)
  })

  test('is that heading at an address that does not say it too', () => {
    expect(
      headlineOf(
        '<title>What is Scale? - The Kettle Boiling Handbook</title>',
        `<h1 class="menu-title">The Kettle Boiling Handbook</h1><main><h2>What is Scale?</h2><p>${prose(3)}</p></main>`,
        'https://kettles.example/',
      ),
    ).toBe('What is Scale?')
  })

  test('is not the h1 that leads to what the page is a part of', () => {
    const headlineAt = (url: string, href: string) =>
      headlineOf(
        '<title>The Kettle Book: How it boils</title>',
        `<div><h1><a href="${href}">The Kettle Book</a></h1></div><h2>How it boils</h2><p>${prose(3)}</p>`,
        url,
      )
    for (const [url, href] of [
      ['https://kettles.example/boils', 'https://www.kettles.example/'],
      ['https://kettles.example/?p=7', '/'],
      ['https://kettles.example/book/boils', '/book/'],
      ['https://book.kettles.example/boils', 'https://kettles.example/'],
    ])
      expect(headlineAt(url!, href!)).toBe('How it boils')
    for (const href of ['/boils', '/cups/', '/?p=7', 'https://cups.example/'])
      expect(headlineAt('https://kettles.example/boils', href)).toBe('The Kettle Book')
  })

  test('is the second heading that a title says too, where the first says the whole title or something else', () => {
    const both = (title: string, heading: string) =>
      headlineOf(`<title>${title}</title>`, `<h1>${heading}</h1><h2>How a kettle boils</h2><p>${prose(3)}</p>`)
    const title = 'How a kettle boils | Physics at home | Tea Works of Leeds'
    expect(both(title, title)).toBe('How a kettle boils')
    expect(both(title, 'Physics | Entry')).toBe('How a kettle boils')
    const ofPart = both('Tea Works: How a kettle boils', 'Tea Works')
    expect(ofPart).toBe('Tea Works')
  })

  test('of the first page of a site is rather its title than its slogan', () => {
    const at = (url: string) =>
      headlineOf(
        '<title>Kettle Works | Fine kettles</title><meta property="og:title" content="Kettle Works | Fine kettles">',
        `<main><h1>Boil more, in less time</h1><p>${prose(3)}</p></main>`,
        url,
      )
    expect(at('https://works.example/')).toBe('Kettle Works | Fine kettles')
    expect(at('https://works.example/boil-more')).toBe('Boil more, in less time')
  })

  test('of the first page of a site says the name of the site once', () => {
    const title = 'Kettles: Fine kettles for large kitchens - Kettles'
    const head = `<title>${title}</title><meta property="og:title" content="${title}">`
    expect(headlineOf(head, '', 'https://kettles.example/')).toBe('Kettles: Fine kettles for large kitchens')
  })

  test('is not the day above what a blog wrote on it', () => {
    expect(headlineOf('<title>Kettles</title>', '<h2>December 16, 2025</h2><h3>How it boils</h3>')).toBe('Kettles')
    expect(headlineOf('', '<h1>December 16, 2025: it boils</h1>')).toBe('December 16, 2025: it boils')
  })

  test('is the part of its heading that the page says elsewhere too', () => {
    const said = (title: string, heading: string) => headlineOf(`<title>${title}</title>`, `<h1>${heading}</h1>`)
    expect(said('How it boils | Kettles', '<small>Physics:</small> How it boils')).toBe('How it boils')
    expect(said('How it boils | Kettles', 'How it boils<span>A long look at steam</span>')).toBe('How it boils')
    expect(said('How it boils | Kettles', '<b>How</b> it boils')).toBe('How it boils')
    expect(said('Steam | Kettles', 'Of <i>steam</i> and cups')).toBe('Of steam and cups')
  })

  test('is not the name of the site alone, though a heading welcomes to it', () => {
    const head = '<title>Kettle Works | Cups</title><meta property="og:site_name" content="Kettle Works">'
    expect(headlineOf(head, '<h1>Welcome to <em>Kettle Works</em></h1>')).toBe('Welcome to Kettle Works')
  })

  test('has no name of the site behind a bar, though all sources have it', () => {
    const all = (text: string, url?: string) =>
      headlineOf(
        `<title>${text}</title><meta property="og:title" content="${text}"><meta name="twitter:title" content="${text}">
<meta property="og:site_name" content="Kettle Works">`,
        `<h1>${text}</h1>`,
        url,
      )
    expect(all('How a kettle boils | Kettle Works')).toBe('How a kettle boils')
    expect(all('How a kettle boils - Kettle Works')).toBe('How a kettle boils')
    expect(all('How a kettle boils - Tea Works')).toBe('How a kettle boils - Tea Works')
    expect(all('Ann Lee - Kettle Works')).toBe('Ann Lee - Kettle Works')
    expect(all('How a kettle boils | Kettle Works', 'https://kettles.example/')).toBe(
      'How a kettle boils | Kettle Works',
    )
  })

  test('is, of several h1, rather one in the main content', () => {
    const headings = '<h1>Alpha beta</h1><h1>Gamma delta</h1>'
    expect(headlineOf('', `${headings}<main><h1>Epsilon zeta</h1></main>`)).toBe('Epsilon zeta')
    expect(headlineOf('', `${headings}<div><h1>Epsilon zeta</h1></div>`)).not.toBe('Epsilon zeta')
  })

  test('keeps apart what its heading has on lines of its own', () => {
    const heading = '<main><h1><div><a href="/b">Bershka</a></div><span>Faux leather jacket</span></h1></main>'
    expect(headlineOf('<title>Bershka Faux leather jacket - Shop</title>', heading)).toBe('Bershka Faux leather jacket')
  })

  test('keeps a number sign that belongs to a name', () => {
    for (const [heading, headline] of [
      ['Learn C#', 'Learn C#'],
      ['Learn C# #', 'Learn C#'],
      ['Learn tea<a href="#tea">#</a>', 'Learn tea'],
    ] as const)
      expect(headlineOf(`<title>${headline} | Site</title>`, `<h1>${heading}</h1>`)).toBe(headline)
  })

  test('has no permalink signs, buttons, drawings or hidden words of its heading', () => {
    expect(
      headlineOf(
        '<title>Reference</title>',
        '<h1>Module kettle<a href="#x">¶</a><button>Copy path</button><svg><desc>icon</desc></svg><span aria-hidden="true">deco</span><i style="display:none">no</i><i style="opacity:0">no</i></h1>',
      ),
    ).toBe('Module kettle')
  })

  test('follows structured data where headings are those of other pages', () => {
    expect(
      headlineOf(
        '<title>Kettle news</title><script type="application/ld+json">{"@type":"NewsArticle","headline":"Ten kettles compared"}</script><meta property="og:title" content="Ten kettles compared">',
        '<h2>Also read this about cups</h2><h2>And this about spoons</h2>',
        'https://news.example.org/ten-kettles-compared',
      ),
    ).toBe('Ten kettles compared')
  })

  test('keeps parts that a colon or a hyphen parts when they belong to it', () => {
    expect(
      headlineOf(
        '<title>Self-boiling: the next kettle</title>',
        `<article><h1>Self-boiling: the next kettle</h1><p>${prose(3)}</p></article>`,
      ),
    ).toBe('Self-boiling: the next kettle')
  })

  test('of a heading with readings of its characters is only what is written', () => {
    const ruby =
      '<ruby>体罰<rp>(</rp><rt>たいばつ</rt><rp>)</rp></ruby>を<ruby>禁止<rt>きんし</rt></ruby>する法律ができる'
    const title = '<title>NEWS WEB EASY|体罰を禁止する法律ができる</title>'
    expect(headlineOf(title, `<main><h1>${ruby}</h1></main><h1>NEWS WEB EASY</h1>`)).toBe('体罰を禁止する法律ができる')
  })

  test('reads apart what a heading shows on two lines', () => {
    const heading = '<h1>Best kettle alternatives<span class="block">Top cups like it</span></h1>'
    expect(headlineOf('', heading)).toBe('Best kettle alternatives Top cups like it')
  })

  test('has no name of the site before a bar either', () => {
    const head = (text: string) =>
      `<title>${text}</title><meta property="og:title" content="${text}"><meta property="og:site_name" content="PolitiKettle">`
    const text = 'PolitiKettle | A campaign of boiling: the claim of the year'
    expect(headlineOf(head(text))).toBe('A campaign of boiling: the claim of the year')
    const sentence = 'PolitiKettle – the fact checker for kettles'
    expect(headlineOf(head(sentence), `<h1>${sentence}</h1>`)).toBe(sentence)
  })

  test('is whole where a quotation mark has cut the declared ones', () => {
    const cut = 'content="Senator calls the kettle "unfit""'
    expect(
      headlineOf(
        `<title>Senator calls the kettle "unfit"</title><meta property="og:title" ${cut}><meta name="twitter:title" ${cut}>`,
      ),
    ).toBe('Senator calls the kettle "unfit"')
  })

  test('is no numbered section of the page', () => {
    const sections = '<h1>1. Overview</h1><h1>2. Simple SELECT Processing</h1><h1>3. Compound SELECT Statements</h1>'
    expect(headlineOf('<title>SELECT</title>', sections, 'https://lite.example/lang_select.html')).toBe('SELECT')
  })

  test('of the first page of a site is not what templates call such pages', () => {
    const head = '<title>Home - The Kettle Blog</title><meta property="og:title" content="Home">'
    expect(headlineOf(head, '', 'https://kettles.example/')).toBe('The Kettle Blog')
    expect(
      headlineOf('<title>Home | Kettle Collective</title>', '<h1>Boil small</h1>', 'https://kettles.example/'),
    ).toBe('Kettle Collective')
    expect(headlineOf('<title>Home</title>', '', 'https://kettles.example/')).toBe('Home')
  })

  test('is no text without a word', () => {
    expect(headlineOf('<title>* * *</title>', '<h1>…</h1><p>Only text.</p>')).toBeNull()
  })

  test('is null for a page without any title', () => {
    expect(headlineOf('', '<p>Only text.</p>')).toBeNull()
  })
})
