import { expect, test } from 'bun:test'
import { FIRST_BYTES, surveyPage } from '../../../../plugins/content/app-shell/survey-page.ts'

const survey = (html: string) => surveyPage(new TextEncoder().encode(html))!

test('a survey distinguishes text, scripts, and content for visitors without scripts', () => {
  const found = survey(
    `<title>Not shown</title><style>p{}</style><script src="/app.js" type="module">go()</script>
    <noscript>Turn on <b>JavaScript</b></noscript><div id="root"></div><p>Ab c1</p><img src="/a.png"><textarea>typed</textarea>`,
  )
  expect(found.scripts).toEqual([{ src: '/app.js', code: 'go()', module: true }])
  expect(found.noscript).toContain('JavaScript')
  expect([found.letters, found.mounts, found.objects, found.refresh]).toEqual([4, 1, 1, null])
})

test('the redirect in the head of a page is found', () => {
  expect(survey('<meta http-equiv="refresh" content="0;url=/b">').refresh).toEqual({ seconds: 0, href: '/b' })
  expect(survey('<meta name="refresh" content="0;url=/b">').refresh).toBeNull()
  const target = (content: string) => survey(`<meta content="${content}" http-equiv=Refresh>`).refresh?.href
  expect(['0;url=/b?c&amp;d', "5; URL='/café'", '10,/b', '0 https://b.example/'].map(target)).toEqual([
    '/b?c&d',
    '/café',
    '/b',
    'https://b.example/',
  ])
})

test('a page that reloads itself, or redirects after a while, does not count as redirecting', () => {
  const target = (content: string) => survey(`<meta http-equiv="refresh" content="${content}">`).refresh
  const stays = ['1800', '0', '', '600;url=/logout', '11;url=/b', '5;', '5;url=', "5; url=''", '5;url=#top', 'x;url=/b']
  expect(stays.map(target)).toEqual(stays.map(() => null))
  expect(survey('<meta http-equiv="refresh">').refresh).toBeNull()
})

test('an element that a framework fills counts if it is empty, or has a few words about loading', () => {
  const mounts = (inside: string) =>
    survey(`<main><div id="app">${inside}</div><p>${'Text beside it. '.repeat(10)}</p></main>`).mounts
  expect(['', '<span></span>', 'Hello', 'Loading, please wait a moment …'].map(mounts)).toEqual([1, 1, 1, 1])
  expect(['Die Anwendung lädt …', 'Die Anwendung laedt', 'Wird geladen, bitte warten'].map(mounts)).toEqual([1, 1, 1])
  // Void elements need no end tag and have no content.
  expect(['<br><img src="/a.png"><hr/>', '<x-icon/>'].map(mounts)).toEqual([1, 1])
  expect(['Quite a lot of words of its own', `Loading ${'and much more than that '.repeat(10)}`].map(mounts)).toEqual([
    0, 0,
  ])
})

test('a page that shows more than 400 letters needs no survey, wherever they are', () => {
  for (const before of ['', `<script>${'x'.repeat(FIRST_BYTES)}</script>`]) {
    expect(survey(`${before}<p>${'a'.repeat(400)}</p>`)).toMatchObject({ letters: 400 })
    expect(survey(`${before}<p>${'a'.repeat(401)}</p>`)).toBeNull()
  }
})
