import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { type Running, startWeir } from '../../weir.ts'
import { type Page, serveSite, type TestSite } from '../crawl/site.ts'

let weir: Running
beforeAll(async () => {
  weir = await startWeir()
})
afterAll(() => weir.close())

const page = (body: string, head = '') => `<html><head><title>Page</title>${head}</head><body>${body}</body></html>`
const xml = (inner: string) => () =>
  new Response(`<?xml version="1.0"?>${inner}`, { headers: { 'content-type': 'application/xml' } })
const loc = (url: string) => `<url><loc>${url}</loc></url>`

/** A site whose pages are linked by every form of link, each page by one form alone. */
function serveForms(): { site: TestSite; pages: string[] } {
  const site = serveSite()
  const { origin } = site
  const pages: string[] = ['/']
  /** A page with a link of this form. */
  const linked = (path: string, how: (path: string) => string) => {
    pages.push(path)
    return how(path)
  }
  const body = [
    linked('/a', (path) => `<a href="${path}">a</a>`),
    linked('/unquoted', (path) => `<A HREF=${path}>a</A>`),
    linked('/absolute', (path) => `<a href="${origin}${path}">a</a>`),
    linked('/scheme', (path) => `<a href="//${new URL(origin).host}${path}">a</a>`),
    linked('/spaced', (path) => `<a href="\n ${path} ">a</a>`),
    linked('/entity?a=1&b=2', (path) => `<a href="${path.replace('&', '&amp;')}">a</a>`),
    linked('/%C3%BCmlaut', () => '<a href="/ümlaut">a</a>'),
    linked('/nofollow', (path) => `<a rel="nofollow" href="${path}">a</a>`),
    linked('/in-svg', (path) => `<svg><a xlink:href="${path}"><text>a</text></a></svg>`),
    linked('/in-noscript', (path) => `<noscript><a href="${path}">a</a></noscript>`),
    linked('/area', (path) => `<map><area href="${path}"></map>`),
    linked('/iframe', (path) => `<iframe src="${path}"></iframe>`),
    linked('/breadcrumb', (path) => jsonLd({ '@type': 'ListItem', position: 1, item: `${origin}${path}` })),
    linked('/navigation', (path) => jsonLd({ '@type': 'SiteNavigationElement', url: path })),
    '<a href="/based">a page with a base</a><a href="/header">one with a header</a><a href="/refresh">and so on</a>',
  ]
  const head = [
    linked('/next', (path) => `<link rel="next" href="${path}">`),
    linked('/de', (path) => `<link rel="alternate" hreflang="de" href="${origin}${path}">`),
    '<link rel="sitemap" type="application/xml" href="/named.xml"><link rel="alternate" type="application/rss+xml" href="/feed">',
    // None of these links to a page.
    '<link rel="stylesheet" href="/style.css"><link rel="icon" href="/icon.png"><link rel="search" href="/search.xml">',
  ]
  const none =
    '<!-- <a href="/commented">x</a> --><script>const x = \'<a href="/scripted">x</a>\'</script><a href="mailto:a@b.test">x</a><a href="javascript:go()">x</a><a href="#place">x</a><a href="http://">x</a><img src="/a.png"><iframe src="http://127.0.0.2/counter"></iframe>'
  const header = linked('/by-header', (path) => `<${path}>; rel="next"`)
  const zipped = gzipSync(`<urlset>${linked('/zipped', (path) => loc(origin + path))}</urlset>`)
  const rest: Record<string, Page> = {
    '/': page(body.join('\n') + none, head.join('')),
    '/based': page(
      linked('/deep/below', () => '<a href="below">a</a>'),
      '<base href="/deep/">',
    ),
    '/header': () => new Response(page('x'), { headers: { 'content-type': 'text/html', link: header } }),
    '/refresh': page(
      'x',
      linked('/refreshed', (path) => `<meta http-equiv="refresh" content="9; url=${path}">`),
    ),
    '/robots.txt': `User-agent: *\nDisallow: /secret\nSitemap: ${origin}/index.xml\nsitemap: ${origin}/list.txt # ours`,
    '/index.xml': xml(
      `<sitemapindex><sitemap><loc>${origin}/inner.xml</loc></sitemap><sitemap><loc>${origin}/zipped.xml.gz</loc></sitemap></sitemapindex>`,
    ),
    '/inner.xml': xml(`<sitemapindex><sitemap><loc>${origin}/innermost.xml</loc></sitemap></sitemapindex>`),
    '/innermost.xml': xml(
      `<urlset>${linked('/mapped', (path) => loc(origin + path))}${linked('/fr', (path) => `<url><loc>${origin}/mapped</loc><xhtml:link rel="alternate" hreflang="fr" href="${origin}${path}"/><image:image><image:loc>${origin}/a.png</image:loc></image:image></url>`)}${loc(`${origin}/secret`)}</urlset>`,
    ),
    '/zipped.xml.gz': () => new Response(zipped),
    '/list.txt': linked('/listed', (path) => `${origin}${path}\n`),
    '/sitemap.xml': xml(`<urlset>${linked('/common', (path) => loc(origin + path))}</urlset>`),
    '/named.xml': xml(
      `<feed><entry><link href="${linked('/in-atom', (path) => origin + path)}"/></entry><entry><link rel="enclosure" href="/a.mp3"/></entry></feed>`,
    ),
    '/feed': xml(
      `<rss><channel><item><link>${linked('/in-rss', (path) => origin + path)}</link></item><item><guid>${linked('/by-guid', (path) => origin + path)}</guid></item></channel></rss>`,
    ),
  }
  for (const path of pages) site.pages.set(path, page('Text'))
  for (const [path, content] of Object.entries(rest)) site.pages.set(path, content)
  return { site, pages: [...pages, '/based', '/header', '/refresh'] }
}

const jsonLd = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`

describe('on a site that links its pages in every way', () => {
  test('a map finds each page, and nothing else', async () => {
    const { site, pages } = serveForms()
    await using _ = site
    const { body } = await weir.post('/v1/map', {
      url: `${site.origin}/`,
      options: { maxPages: 1000, sameDomain: false },
    })
    const paths = body.data.urls.map(({ url }: { url: string }) => url.replace(site.origin, ''))
    expect(paths.sort()).toEqual(pages.sort())
  })
  test('a crawl scrapes each page, and nothing else', async () => {
    const { site, pages } = serveForms()
    await using _ = site
    const { body } = await weir.post(
      '/v1/crawl',
      { url: `${site.origin}/`, maxPages: 1000, maxAge: 0, sameDomain: false },
      { headers: { prefer: 'wait=20' } },
    )
    const paths = body.results.map(({ url }: { url: string }) => url.replace(site.origin, ''))
    expect(paths.sort()).toEqual(pages.sort())
  })
})
