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
  ['<p><img src="k.jpg" alt="Ann&amp;#039;s"></p>', [{ url: 'https://example.com/a/k.jpg', alt: "Ann's" }]],
  [
    '<p><img src="/k.jpg"><img src="//example.com/k.jpg" alt="k"></p>',
    [{ url: 'https://example.com/k.jpg', alt: 'k' }],
  ],
  [
    '<img src="s.jpg" srcset="s.jpg 100w, l.jpg 900w, m.jpg 400w">',
    [{ url: 'https://example.com/a/l.jpg', alt: null }],
  ],
  ['<img src="s.jpg" srcset="/grey-hoodie.jpg 2x">', [{ url: 'https://example.com/grey-hoodie.jpg', alt: null }]],
  ['<img src="s.jpg" srcset="d.jpg 2x">', [{ url: 'https://example.com/a/d.jpg', alt: null }]],
  [
    '<picture><source srcset="a.avif" type="image/avif"><source srcset="m.webp 500w, l.webp 2000w"><img src="s.jpg"></picture>',
    [{ url: 'https://example.com/a/l.webp', alt: null }],
  ],
  [
    '<picture><source srcset="a.avif" type="image/avif"><img src="s.jpg"></picture>',
    [{ url: 'https://example.com/a/s.jpg', alt: null }],
  ],
  ['<amp-img src="a.jpg" alt="b"></amp-img>', [{ url: 'https://example.com/a/a.jpg', alt: 'b' }]],
  [
    '<img src="data:image/gif;base64,R0" data-src="late.jpg" alt="">',
    [{ url: 'https://example.com/a/late.jpg', alt: null }],
  ],
  [
    '<img src="data:image/gif;base64,R0"><img alt="none"><img src="http://["><img src="{{image}}"><img src="/p.gif" width=1 height=1>',
    [],
  ],
])('%s has the images %j', async (html, images) => {
  expect((await imagesOf(html)).images).toEqual(images)
})

const inline = 'data:image/gif;base64,R0'

test.each([
  // The address for lazy loading is the picture, whatever its name.
  [`<img src="${inline}" data-src="/img/grey-hoodie.jpg">`, '/img/grey-hoodie.jpg'],
  [`<img src="${inline}" data-src="/img/pixel-9-pro.png">`, '/img/pixel-9-pro.png'],
  [`<img src="${inline}" data-src="/lazy.jpg">`, '/lazy.jpg'],
  [`<img src="${inline}" data-srcset="/grey.jpg 1x, /gray.jpg 2x">`, '/gray.jpg'],
  ['<img src="/img/spacer.gif" data-src="/img/men_grey.jpg">', '/img/men_grey.jpg'],
  ['<img src="/img/spacer.gif" data-src="/img/spacer.gif" data-original="/img/k.jpg">', '/img/k.jpg'],
  [`<img src="/img/blank.png" data-lazy-src="${inline}" data-original="/img/k.jpg">`, '/img/k.jpg'],
  [`<picture><source data-srcset="/lazy-river.webp 500w"><img src="${inline}"></picture>`, '/lazy-river.webp'],
  // A placeholder is recognised by its whole name.
  ['<img src="/i/1x1.gif" data-src="/k.jpg">', '/k.jpg'],
  ['<img src="/i/placeholder-300x200.png" data-src="/k.jpg">', '/k.jpg'],
  ['<img src="/i/product-placeholder.5f3e9a1c.svg" data-src="/k.jpg">', '/k.jpg'],
  ['<img src="/i/lazy-loader.gif?v=2" data-src="/k.jpg">', '/k.jpg'],
  ['<img src="/i/loading_spinner.gif" srcset="/k.jpg 1x">', '/k.jpg'],
  ['<img src="/i/transparent-pixel.png" srcset="/i/pixel.png 1x" data-srcset="/k.jpg 1x">', '/k.jpg'],
  ['<img src="/i/grey-hoodie.jpg" data-src="/i/zoom.jpg">', '/i/grey-hoodie.jpg'],
  ['<img src="/i/men_grey.jpg" data-src="/i/zoom.jpg">', '/i/men_grey.jpg'],
  // Services and themes have names of their own for lazy loading.
  [`<img src="${inline}" nitro-lazy-src="/n.jpg" nitro-lazy-srcset="/m.jpg 2x">`, '/n.jpg'],
  [`<img src="${inline}" data-delay-srcset="/s.jpg 1x, /m.jpg 2x">`, '/m.jpg'],
  [`<img class="lazy" data-lazy="true" data-type="image" data-img-url="/d.jpg?w=9">`, '/d.jpg?w=9'],
  ['<img src="/i/missing-image.svg" data-original-mos="/o.jpg" data-fallback-src="/f.jpg">', '/o.jpg'],
  ['<img src="/m/a.jpg/v1/fill/w_9,h_9,blur_2,enc_auto/a.jpg" data-pin-media="/m/a.jpg">', '/m/a.jpg'],
  ['<img src="/c/q_lqip,w_400/k.jpg" data-srcset="/c/q_lossy,w_400/k.jpg 400w">', '/c/q_lossy,w_400/k.jpg'],
  ['<img src="/hoodie.jpg" data-lazy-src-large="/l.jpg">', '/hoodie.jpg'],
  // Hints in the image, or less certain names, count if there is another picture.
  ['<img class="js-lazy" src="/i/small.jpg" data-src="/k.jpg">', '/k.jpg'],
  ['<img src="/i/preloaderbig.gif" data-src="/k.jpg">', '/k.jpg'],
  ['<img src="/i/no-image.png" data-original="/resized/k">', '/resized/k'],
  ['<img src="/i/site-fallback.svg" data-src="/k.jpg">', '/k.jpg'],
  ['<img class="lazyloaded" src="/k.jpg" data-src="/i/first.jpg">', '/k.jpg'],
  ['<img class="lazy loaded" src="/k.jpg" data-src="/i/first.jpg">', '/k.jpg'],
  ['<img class="lazy" src="/k.jpg" data-src="true" data-original="Kettle">', '/k.jpg'],
  ['<img src="/i/emptying-a-kettle.jpg" data-src="/i/zoom.jpg">', '/i/emptying-a-kettle.jpg'],
  ['<img src="/i/empty.png">', '/i/empty.png'],
  // Without another address it is kept.
  ['<img src="/m/a.jpg/v1/fill/w_9,blur_2,enc_auto/a.jpg">', '/m/a.jpg/v1/fill/w_9,blur_2,enc_auto/a.jpg'],
  ['<img src="/i/placeholder.png">', '/i/placeholder.png'],
  ['<img src="/i/lazy.jpg" data-src="">', '/i/lazy.jpg'],
])('%s is the image %s', async (html, path) => {
  const source = {
    url: new URL('https://example.com/a/b'),
    headers: new Headers({ 'content-type': 'text/html' }),
    body: new TextEncoder().encode(`<p>${html.replace('<img', '<img alt="A hoodie"')}</p>`),
  }
  const { images, markdown } = await convert(source, contentOptions({}, 'images', 'markdown'))
  expect(images).toEqual([{ url: `https://example.com${path}`, alt: 'A hoodie' }])
  expect(markdown).toBe(`![A hoodie](${path})`)
})

test('the images are those of the shown part', async () => {
  const page =
    '<nav><img src="/nav.png"></nav><div class="ad-box"><img src="/ad.png"></div><p>Text <img src="/p.png"></p>'
  const of = async (changes: Parameters<typeof contentOptions>[0]) =>
    ((await imagesOf(page, changes)).images as { url: string }[]).map(({ url }) => new URL(url).pathname)
  expect(await of({})).toEqual(['/nav.png', '/p.png'])
  expect(await of({ includeTags: ['p'] })).toEqual(['/p.png'])
  expect(await of({ removeAds: false, excludeTags: ['nav'] })).toEqual(['/ad.png', '/p.png'])
})

test('a page whose images are out of proportion to its length gives a part of them, with a warning', async () => {
  const base = `<base href="https://example.com/${'x'.repeat(1500)}/">`
  const { images, warnings } = await imagesOf(
    base + Array.from({ length: 2000 }, (_, i) => `<img src="${i}">`).join(''),
  )
  expect((images as unknown[]).length).toBeGreaterThan(10)
  expect((images as unknown[]).length).toBeLessThan(2000)
  expect(warnings).toEqual([expect.stringContaining('list of images was cut')])
})

test('an image is its own image, and plain text has none', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
  expect((await imagesOf(svg, {}, 'image/svg+xml')).images).toEqual([{ url: 'https://example.com/a/b', alt: null }])
  expect((await imagesOf('words', {}, 'text/plain')).images).toEqual([])
})
