import { describe, expect, test } from 'bun:test'
import { mayBeMojibake } from '../../../../plugins/content/encoding/mojibake/may-be-mojibake.ts'
import { mendMojibake } from '../../../../plugins/content/encoding/mojibake/mend.ts'
import { convert } from '../convert.ts'
import { contentOptions } from '../options.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)

/** A text whose UTF-8 is read in another encoding. */
const misread = (text: string, encoding: 'windows-1252' | 'latin-1' = 'windows-1252'): string =>
  encoding === 'windows-1252'
    ? new TextDecoder('windows-1252').decode(utf8(text))
    : Array.from(utf8(text), (byte) => String.fromCharCode(byte)).join('')

/** Repairs a page, after checking that it is recognised as damaged. */
const mend = (page: string): string => {
  expect(mayBeMojibake(utf8(page), { text: page, encoding: 'utf-8' })).toBe(true)
  return mendMojibake(page)
}

const pages = {
  English: '<title>It’s here – at last</title><p>The “new” café isn’t cheap: 5 € a cup… © 2024</p>',
  French: '<h1>L’été à la plage</h1><p>Où êtes-vous allés ? À Nîmes, « très » près du cœur de la ville, dès août.</p>',
  German: '<h1>Über die Straße</h1><p>Größe, Äpfel und „schöne“ Füße kosten 3 €.</p>',
  Portuguese: '<h1>A estação não é aqui</h1><p>Informações: São João, às três, à noite, já lá estão os irmãos.</p>',
  Czech: '<h1>Příliš žluťoučký kůň</h1><p>Škoda, že úpěl ďábelské ódy.</p><li>Účet</li><li>Řím</li>',
  Vietnamese: '<h1>Tiếng Việt</h1><p>Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm.</p>',
  Russian: '<h1>Привет, мир</h1><p>Съешь ещё этих мягких французских булок.</p>',
  Greek: '<h1>Καλημέρα κόσμε</h1><p>Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.</p>',
  Japanese: '<h1>日本語のテスト</h1><p>これは二回エンコードされたページです。</p>',
  emoji: '<h1>News 🎉</h1><p>★★★☆☆ → “good” 👍🏽, isn’t it?</p>',
}
const languages = Object.entries(pages)

describe('a page that was encoded twice as a whole', () => {
  test.each(languages)('is repaired (%s, read as Windows-1252)', (_, page) => {
    expect(mend(misread(page))).toBe(page)
  })

  test.each(languages)('is repaired (%s, read as Latin-1)', (_, page) => {
    expect(mend(misread(page, 'latin-1'))).toBe(page)
  })

  test.each(languages)('is repaired after a third and a fourth time (%s)', (_, page) => {
    expect(mend(misread(misread(page)))).toBe(page)
    expect(mend(misread(misread(misread(page))))).toBe(page)
  })

  test('is repaired if undefined characters were dropped, or no-break spaces replaced', () => {
    const page = '<p>He said “it’s over” and “no”. Voilà, c’est déjà fini : 5\u00a0% là et\u00a0ici.</p>'
    const damaged = misread(page).replaceAll('\u009d', '').replaceAll('\u00a0', ' ')
    expect(mend(damaged)).toBe(page.replace('à,', 'à ,').replace('éjà fini', 'éjà  fini').replace('là et', 'là  et'))
  })

  test('is repaired in its data, its attributes and its code blocks', () => {
    const page =
      '<script type="application/ld+json">{"headline":"L’été"}</script><img alt="l’été"><pre>a → b</pre><p>déjà'
    expect(mend(misread(page))).toBe(page)
  })

  test('is repaired even if it mentions encodings, unless that is an example', () => {
    const page = `<p>UTF-8: ${'don’t “quote” it – '.repeat(8)}</p>`
    expect(mend(misread(page))).toBe(page)
    const unseen = '<p>Its charset isn’t “right” – really.</p>'
    expect(mend(misread(unseen, 'latin-1'))).toBe(unseen)
  })
})

describe('a page with parts that were encoded twice', () => {
  test.each(languages)('has these repaired, and its frame unchanged (%s)', (_, article) => {
    const frame = (middle: string) =>
      `<nav>Přihlášení · Où êtes-vous ? · «été» · cliché” » · Öffnungszeiten</nav>${middle}<footer>© É® – “fin”</footer>`
    expect(mend(frame(misread(article)))).toBe(frame(article))
  })

  test('keeps its scripts, its addresses and its code', () => {
    const kept = (text: string) =>
      `<script>text.replace("${text}", "'")</script><a href="/${text}.html">${text}</a><code>${text}</code>`
    const damaged = misread('L’été')
    const frame = '<nav>Près d’ici, à côté</nav>'
    const mended = mend(`${frame}${kept(damaged)}<p>${damaged}</p><p>${damaged}</p>`)
    expect(mended).toBe(`${frame}${kept(damaged).replace(`>${damaged}</a>`, '>L’été</a>')}<p>L’été</p><p>L’été</p>`)
  })
})

describe('a page that was encoded once', () => {
  const repeated = (text: string) => `<p>${`${text} `.repeat(30)}</p>`
  const right = {
    ...pages,
    'names of capitals': repeated('NESCAFÉ® BOTÃ® «IRMÃ» “MANHÃ” AMANHÃ… PÂ® MÃ – É®'),
    'capitals before no-break spaces': repeated('AMANHÃ\u00a0 IRMÃ\u00a0É «\u00a0É\u00a0»'),
    'quotations that end in accents': repeated('«\u00a0cliché”\u00a0» résumé… cité’ canapé»\u00a0 déjà\u00a0«\u00a0vu'),
    'hyphens that are not shown': repeated('Groß\u00adbrän\u00addi\u00adge prä\u00adgt Maß\u00ad'),
    'one example': '<p>The apostrophe came out as "â€™" and nobody knew why, Zoë says.</p>',
    'a table of examples':
      '<h1>Wrong characters, and what they were</h1><table><tr><td>â€™</td><td>’</td></tr><tr><td>Ã©</td><td>é</td></tr>' +
      '<tr><td>Ã¼</td><td>ü</td></tr><tr><td>â€œ</td><td>“</td></tr></table>',
    'examples in words':
      '<p>Mojibake: UTF-8 that is read as Windows-1252 shows itâ€™s, cafÃ© and fÃ¼r in place of it’s, café and für.</p>',
    'examples alone': '<p>If itâ€™s, cafÃ© and fÃ¼r are what you see, the page lacks its character set.</p>',
    'code that mends': `<p>Été</p><script>${'s.replace("â€™", "’").replace("Ã©", "é");'.repeat(5)}</script>`,
    'another encoding': repeated(new TextDecoder('latin1').decode(Buffer.from('cfd4cabed2bbb8f6bbd8b4f0', 'hex'))),
  }
  test.each(Object.entries(right))('is unchanged (%s)', (_, page) => {
    expect(mendMojibake(page)).toBe(page)
  })

  test.each(languages)('is not examined (%s)', (_, text) => {
    expect(mayBeMojibake(utf8(text), { text, encoding: 'utf-8' })).toBe(false)
  })
})

describe('the formats of a page', () => {
  const options = contentOptions({}, 'markdown', 'rawHtml')
  const source = (html: string, type = 'text/html; charset=utf-8') => ({
    url: new URL('https://example.com/'),
    headers: new Headers({ 'content-type': type }),
    body: utf8(html),
  })

  test('are repaired except for rawHtml, with a warning', async () => {
    const html = misread('<!doctype html><title>L’été</title><h1>L’été</h1><p>C’est déjà fini.</p>')
    const { markdown, rawHtml, metadata, warnings } = await convert(source(html), options)
    expect(markdown).toBe('# L’été\n\nC’est déjà fini.')
    expect([metadata.title, rawHtml]).toEqual(['L’été', html])
    expect(warnings).toEqual([expect.stringContaining('encoded twice')])
  })

  test('are repaired too for a page in Windows-1252 with articles in UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from(`<!doctype html><title>Zeitung für Köln</title><p>${'Größe und Straße. '.repeat(20)}</p>`, 'latin1'),
      utf8('<p>Ein „schöner“ Fußweg führt nach Münster.</p>'),
    ])
    const page = {
      ...source(''),
      headers: new Headers({ 'content-type': 'text/html; charset=iso-8859-1' }),
      body: bytes,
    }
    const { markdown, metadata } = await convert(page, options)
    expect(metadata.title).toBe('Zeitung für Köln')
    expect(markdown).toEndWith('Ein „schöner“ Fußweg führt nach Münster.')
  })

  test('are unchanged for a correct page, without a warning', async () => {
    const { warnings } = await convert(source(pages.French), options)
    expect(warnings).toBeUndefined()
  })
})
