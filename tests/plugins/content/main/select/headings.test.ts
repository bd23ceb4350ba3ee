import { expect, test } from 'bun:test'
import { dropLastHeadings, takeHeadings } from '../../../../../plugins/content/main/select/headings.ts'
import { chosenAfter } from './marked.ts'

/** The texts that are taken after their headings, where each text without a `+` has the given probability. */
const taken = (body: string, chance = 0.3) =>
  chosenAfter(
    (look, chosen) => takeHeadings(look, new Float32Array(look.blocks.count).fill(chance), chosen),
    `<p>Menu</p>${body}<p>Imprint</p>`,
  )

test('the headings of a text that is taken are taken, including those of sections that begin with it', () => {
  expect(taken('<h2>Steps</h2><p>+Boil it.</p>')).toEqual(['Steps', '+Boil it.'])
  expect(taken('<section><h2>Steps</h2><h3>First</h3><p>+Boil it.</p></section>')).toEqual([
    'Steps',
    'First',
    '+Boil it.',
  ])
  expect(taken('<div><h2><span>Steps</span></h2><div><p>+Boil it.</p></div></div>')).toEqual(['Steps', '+Boil it.'])
})

test('a heading is not taken for a text that is left out, or that begins the next part', () => {
  expect(taken('<h2>Steps</h2><p>Share it</p><p>+Boil it.</p>')).toEqual(['+Boil it.'])
  expect(taken('<h2>Related</h2><h2>Steps</h2><p>+Boil it.</p>')).toEqual(['Steps', '+Boil it.'])
  expect(taken('<h3>Related</h3><h2>Steps</h2><p>+Boil it.</p>')).toEqual(['Steps', '+Boil it.'])
  expect(taken('<div><h2>Search</h2></div><p>+Boil it.</p>')).toEqual(['+Boil it.'])
})

test('a heading that is hardly content is not taken', () => {
  expect(taken('<h2>Advertisement</h2><p>+Boil it.</p>', 0.1)).toEqual(['+Boil it.'])
})

const article = '<script type="application/ld+json">{"@type":"NewsArticle"}</script>'
const left = (body: string, says = article) => chosenAfter(dropLastHeadings, `${says}${body}<p>Imprint</p>`)

test('headings at the end of an article without any text are removed', () => {
  expect(left('<h1>Kettles+</h1><p>Boil it.+</p><h2>More of it+</h2><h3>Kettles+</h3><p>Tea</p>')).toEqual([
    'Kettles+',
    'Boil it.+',
  ])
})

test.each([
  ['a link', '<p>Boil it.+</p><h2><a href="/tea">Tea+</a></h2>'],
  ['a text', '<p>Boil it.+</p><h2>Never boil more of it than you mean to drink+</h2>'],
  ['the only one', '<h1>Kettles+</h1><p>Boil it.</p>'],
])('a last heading is kept if it is %s', (_, body) => {
  expect(left(body)).toEqual(chosenAfter(() => {}, body))
})

test('last headings of a page that is not an article are kept', () => {
  expect(left('<p>Boil it.+</p><h2>Tea+</h2>', '')).toEqual(['Boil it.+', 'Tea+'])
})
