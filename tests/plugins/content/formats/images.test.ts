import { expect, test } from 'bun:test'
import { convert } from '../convert.ts'
import { contentOptions } from '../options.ts'

const imagesOf = async (html: string, changes: Parameters<typeof contentOptions>[0] = {}, type = 'text/html') => {
  const source = {
    url: new URL('https://example.com/a/b'),
    headers: new Headers({ 'content-type': type }),
    body: new TextEncoder().encode(html),
  }
  return convert(source, contentOptions(changes, 'images'))
}

test.each<[string, { url: string; alt: string | null }[]]>([
  ['<p><img src="k.jpg" alt=" A kettle "></p>', [{ url: 'https://example.com/a/k.jpg', alt: 'A kettle' }]],
  [
    '<p><img src="/k.jpg"><img src="//example.com/k.jpg" alt="k"></p>',
    [{ url: 'https://example.com/k.jpg', alt: 'k' }],
  ],
  [
    '<img src="s.jpg" srcset="s.jpg 100w, l.jpg 900w, m.jpg 400w">',
    [{ url: 'https://example.com/a/l.jpg', alt: null }],
  ],
  ['<img src="s.jpg" srcset="d.jpg 2x">', [{ url: 'https://example.com/a/d.jpg', alt: null }]],
  [
    '<picture><source srcset="a.avif" type="image/avif"><source srcset="m.webp 500w, l.webp 2000w"><img src="s.jpg"></picture>',
    [{ url: 'https://example.com/a/l.webp', alt: null }],
  ],
  [
    '<picture><source srcset="a.avif" type="image/avif"><img src="s.jpg"></picture>',
    [{ url: 'https://example.com/a/s.jpg', alt: null }],
  ],
  [
    '<img src="data:image/gif;base64,R0" data-src="late.jpg" alt="">',
    [{ url: 'https://example.com/a/late.jpg', alt: null }],
  ],
  ['<img src="data:image/gif;base64,R0"><img alt="none"><img src="http://["><img src="/p.gif" width=1 height=1>', []],
])('%s has the images %j', async (html, images) => {
  expect((await imagesOf(html)).images).toEqual(images)
})

test('The images are those of the part that is shown', async () => {
  const page =
    '<nav><img src="/nav.png"></nav><div class="ad-box"><img src="/ad.png"></div><p>Text <img src="/p.png"></p>'
  const of = async (changes: Parameters<typeof contentOptions>[0]) =>
    ((await imagesOf(page, changes)).images as { url: string }[]).map(({ url }) => new URL(url).pathname)
  expect(await of({})).toEqual(['/nav.png', '/p.png'])
  expect(await of({ includeTags: ['p'] })).toEqual(['/p.png'])
  expect(await of({ removeAds: false, excludeTags: ['nav'] })).toEqual(['/ad.png', '/p.png'])
})

test('A page that names far more images than it is long gives a part of them, and says so', async () => {
  const base = `<base href="https://example.com/${'x'.repeat(1500)}/">`
  const { images, warnings } = await imagesOf(
    base + Array.from({ length: 2000 }, (_, i) => `<img src="${i}">`).join(''),
  )
  expect((images as unknown[]).length).toBeGreaterThan(10)
  expect((images as unknown[]).length).toBeLessThan(2000)
  expect(warnings).toEqual([expect.stringContaining('list of images was cut')])
})

test('An image is its own image, and plain text has none', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
  expect((await imagesOf(svg, {}, 'image/svg+xml')).images).toEqual([{ url: 'https://example.com/a/b', alt: null }])
  expect((await imagesOf('words', {}, 'text/plain')).images).toEqual([])
})
