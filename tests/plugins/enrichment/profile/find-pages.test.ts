import { expect, test } from 'bun:test'
import { findPages, namedLinks } from '../../../../plugins/enrichment/profile/find-pages.ts'

const home = new URL('https://acme.test/')
const found = (...links: [text: string, url: string][]) =>
  findPages(
    home,
    links.map(([text, url]) => ({ text, url: new URL(url, home).href })),
  ).map(({ pathname }) => pathname)

test.each([
  [
    ['About us', '/a'],
    ['Contact', '/b'],
    ['Legal notice', '/c'],
  ],
  [
    ['Über uns', '/a'],
    ['Kontakt', '/b'],
    ['Impressum', '/c'],
  ],
  [
    ['Qui sommes-nous ?', '/a'],
    ['Contactez-nous', '/b'],
    ['Mentions légales', '/c'],
  ],
  [
    ['Chi siamo', '/a'],
    ['Contatti', '/b'],
    ['Note legali', '/c'],
  ],
  [
    ['Quiénes somos', '/a'],
    ['Contacto', '/b'],
    ['Aviso legal', '/c'],
  ],
  [
    ['Sobre nós', '/a'],
    ['Fale conosco', '/b'],
    ['Informações', '/legal'],
  ],
  [
    ['Over ons', '/a'],
    ['Neem contact op', '/b'],
    ['Colofon', '/c'],
  ],
  [
    ['เกี่ยวกับเรา', '/a'],
    ['ติดต่อเรา', '/b'],
    ['Legal', '/c'],
  ],
  [
    ['من نحن', '/a'],
    ['اتصل بنا', '/b'],
    ['Legal', '/c'],
  ],
  [
    ['हमारे बारे में', '/a'],
    ['संपर्क करें', '/b'],
    ['Legal', '/c'],
  ],
  [
    ['O nas', '/a'],
    ['Kontakt', '/b'],
    ['Imprint', '/c'],
  ],
  [
    ['会社概要', '/a'],
    ['お問い合わせ', '/b'],
    ['特定商取引法に基づく表記', '/c'],
  ],
] as [string, string][][])('finds the pages about a company by the names of links: %p', (...links) => {
  expect(found(['Products', '/p'], ...links)).toEqual(links.map(([, url]) => url))
})

test('finds them by their addresses if the links have other names', () => {
  expect(found(['more', '/en/about-us.html'], ['here', '/contact/'], ['x', '/de/firma/%C3%BCber-uns'])).toEqual([
    '/en/about-us.html',
    '/contact/',
  ])
})

test('returns one page of each kind: the best name, then the shortest path', () => {
  expect(found(['x', '/about'], ['About us', '/who'], ['Contact', '/a/b/contact'], ['Contact', '/contact'])).toEqual([
    '/who',
    '/contact',
  ])
})

test('leaves out pages of other sites, the home page and other schemes', () => {
  expect(
    found(
      ['About', 'https://other.test/about'],
      ['About', 'https://www.acme.test.evil.test/about'],
      ['About', '/'],
      ['Contact', 'mailto:contact@acme.test'],
      ['Contact', 'https://acme.test:8443/contact'],
    ),
  ).toEqual([])
  expect(found(['About', 'https://www.acme.test/about'])).toEqual(['/about'])
})

test('finds pages that differ from the home page only in the query', () => {
  const links = ['About|/?page_id=2', 'Contact|/?page_id=3', 'Home|/?page_id=1'].map((link) => link.split('|'))
  const pages = findPages(
    home,
    links.map(([text, url]) => ({ text: text!, url: new URL(url!, home).href })),
  )
  expect(pages.map(({ search }) => search)).toEqual(['?page_id=2', '?page_id=3'])
})

test('reads links from anywhere in an outline', () => {
  const outline = {
    sections: [
      { links: [{ text: 'A', url: 'u:1' }], content: [{ type: 'links', links: [{ text: 'B', url: 'u:2' }] }] },
    ],
  }
  expect([...namedLinks(outline)].map(({ url }) => url).sort()).toEqual(['u:1', 'u:2'])
})

test('returns a page of two kinds once, and ignores fragments', () => {
  expect(found(['About us', '/who'], ['Contact', '/who'])).toEqual(['/who'])
  const [page] = findPages(home, [{ text: 'About us', url: 'https://acme.test/about#team' }])
  expect(page?.href).toBe('https://acme.test/about')
  expect(found(['About us', '/#about'])).toEqual([])
})

test('prefers the name of a link to that of its address, then the shorter path, then the more common word', () => {
  expect(found(['x', '/about'], ['Our story', '/a/b/c'])).toEqual(['/a/b/c'])
  expect(found(['Our story', '/a/b'], ['Company', '/c'])).toEqual(['/c'])
  expect(found(['Company', '/a'], ['About', '/b'], ['Our story', '/c'])).toEqual(['/b'])
  expect(found(['About', '/a'], ['About', '/b'])).toEqual(['/a'])
})

test('reads names of addresses without file extensions, and unchanged if they cannot be decoded', () => {
  expect(found(['x', '/about.PHP'], ['x', '/kontakt.aspx'], ['x', '/impressum.html/'])).toEqual([
    '/about.PHP',
    '/kontakt.aspx',
    '/impressum.html/',
  ])
  expect(found(['x', '/%E0about'], ['x', '/contact%'])).toEqual(['/contact%'])
})

test('accepts a link that names two things', () => {
  expect(found(['Kontakt & Anfahrt', '/a'], ['Impressum / Datenschutz', '/b'], ['Products & more', '/c'])).toEqual([
    '/a',
    '/b',
  ])
  expect(found(['Contact / Support', '/a'], ['Contact', '/b'])).toEqual(['/b'])
})

test('skips long names and addresses, and looks at 2,000 links', () => {
  const named = (length: number) => found(['About'.padEnd(length), '/x'])
  expect([named(200), named(201)]).toEqual([['/x'], []])
  const long = (length: number) => found(['About', `/${'x'.repeat(length - home.href.length)}`]).length
  expect([long(800), long(801)]).toEqual([1, 0])
  const after = (count: number) =>
    found(...Array.from({ length: count }, (): [string, string] => ['Products', '/p']), ['About', '/about'])
  expect([after(1999), after(2000)]).toEqual([['/about'], []])
})
