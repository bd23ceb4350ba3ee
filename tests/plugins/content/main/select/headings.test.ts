import { expect, test } from 'bun:test'
import { dropLastHeadings, takeHeadings } from '../../../../../plugins/content/main/select/headings.ts'
import { chosenAfter } from './marked.ts'

/** What of a page is taken once its headings are, each text but those with a `+` having such a chance. */
const taken = (body: string, chance = 0.3) =>
  chosenAfter(
    (look, chosen) => takeHeadings(look, new Float32Array(look.blocks.count).fill(chance), chosen),
    `<p>Menu</p>${body}<p>Imprint</p>`,
  )

test('the heading of a text that is taken is taken, and one of the part that begins with it', () => {
  expect(taken('<h2>Steps</h2><p>+Boil it.</p>')).toEqual(['Steps', '+Boil it.'])
  expect(taken('<section><h2>Steps</h2><h3>First</h3><p>+Boil it.</p></section>')).toEqual([
    'Steps',
    'First',
    '+Boil it.',
  ])
  expect(taken('<div><h2><span>Steps</span></h2><div><p>+Boil it.</p></div></div>')).toEqual(['Steps', '+Boil it.'])
})

test('but not of a text that is left, or that begins the next part', () => {
  expect(taken('<h2>Steps</h2><p>Share it</p><p>+Boil it.</p>')).toEqual(['+Boil it.'])
  expect(taken('<h2>Related</h2><h2>Steps</h2><p>+Boil it.</p>')).toEqual(['Steps', '+Boil it.'])
  expect(taken('<h3>Related</h3><h2>Steps</h2><p>+Boil it.</p>')).toEqual(['Steps', '+Boil it.'])
  expect(taken('<div><h2>Search</h2></div><p>+Boil it.</p>')).toEqual(['+Boil it.'])
})

test('nor one that hardly is content', () => {
  expect(taken('<h2>Advertisement</h2><p>+Boil it.</p>', 0.1)).toEqual(['+Boil it.'])
})

const article = '<script type="application/ld+json">{"@type":"NewsArticle"}</script>'
const left = (body: string, says = article) => chosenAfter(dropLastHeadings, `${says}${body}<p>Imprint</p>`)

test('headings at the end of an article, of which nothing was taken, are left', () => {
  expect(left('<h1>Kettles+</h1><p>Boil it.+</p><h2>More of it+</h2><h3>Kettles+</h3><p>Tea</p>')).toEqual([
    'Kettles+',
    'Boil it.+',
  ])
})

test.each([
  ['one that is a link', '<p>Boil it.+</p><h2><a href="/tea">Tea+</a></h2>'],
  ['a text', '<p>Boil it.+</p><h2>Never boil more of it than you mean to drink+</h2>'],
  ['the only one', '<h1>Kettles+</h1><p>Boil it.</p>'],
])('but not %s', (_, body) => {
  expect(left(body)).toEqual(chosenAfter(() => {}, body))
})

test('nor those of a page that is no article', () => {
  expect(left('<p>Boil it.+</p><h2>Tea+</h2>', '')).toEqual(['Boil it.+', 'Tea+'])
})
