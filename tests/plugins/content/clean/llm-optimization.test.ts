import { expect, test } from 'bun:test'
import { markInessential } from '../../../../plugins/content/clean/llm-optimization.ts'
import { toText } from '../../../../plugins/content/formats/text.ts'
import { parse } from '../../../../plugins/content/tree/index.ts'
import { viewOf } from '../../../../plugins/content/view/view.ts'
import { contentOptions } from '../options.ts'

const lantern = '<p>A lantern of solid brass with a ribbed glass.</p>'
const rest = '<p>Delivery takes three days.</p><p>It can be sent back.</p>'.repeat(4)

/** The text of a page, or of its main content, for a language model. */
const leftOf = (html: string, onlyMainContent = false) => {
  const view = viewOf(parse(html), new URL('https://shop.example/lantern'), contentOptions({ onlyMainContent }))
  markInessential(view)
  return toText(view)
}
const timesLeft = (html: string) => leftOf(`<main>${html}${rest}</main>`).split('solid brass').length - 1

test.each([
  ['beside a picture', `<div><img src="/l.jpg" alt=""><div>${lantern}</div></div>`],
  ['beside pictures, several deep', `<section><hr><div><img src="/l.jpg" alt=""><div>${lantern}</div></div></section>`],
])('the only text of its container is not a repetition: %s', (_, html) => {
  expect(timesLeft(html)).toBe(1)
})

test.each([
  ['alone', `${lantern}<div><b>-</b></div>${lantern}`],
  ['with its container', `<div><img src="/l.jpg" alt=""><div>${lantern}</div></div>`.repeat(3)],
])('repetitions are left out: %s', (_, html) => {
  expect(timesLeft(html)).toBe(1)
})

test('lines of code and cells of a table may repeat themselves', () => {
  const code = `<pre><div>A lantern of solid brass;</div><div>x</div><div>A lantern of solid brass;</div></pre>`
  expect(timesLeft(code)).toBe(2)
  expect(timesLeft(`<table><tr><th>a<th>b<tr><td>1<td>${lantern}<tr><td>2<td>${lantern}</table>`)).toBe(2)
})

const links = Array.from({ length: 60 }, (_, i) => `<li><a href="/${i}">Lantern number ${i}</a></li>`).join('')

/** Sentences of a product's description, without repetition. */
const story = ['wheelhouse of a steamer', 'yard of the shipwright', 'chandlery by the quay', 'cabin of the pilot boat']
  .map(
    (place) => `<p>One like it hung in the ${place}, where it burned for eleven hours on one filling, and the wick
could be turned from outside, so that the glass stayed closed in wind and in rain.</p>`,
  )
  .join('')

test.each([
  ['a layer', 'div class="details-modal"', 'div'],
  ['a form', 'form action="/answer"', 'form'],
])('the content of %s is left out of a page, but kept if the model takes it for main content', (_, start, end) => {
  const main = `<main><h1>Lantern</h1><${start}>${lantern}${story}</${end}><button>Buy</button></main>`
  const page = `<nav><ul>${links}</ul></nav>${main}`
  expect(leftOf(page)).not.toContain('solid brass')
  expect(leftOf(page, true)).toContain('solid brass')
  expect(leftOf(page, true)).not.toContain('Buy')
})

test.each([
  ['its title', `<form action="/"><h1>Lantern</h1>${lantern}</form>`],
  ['its main part', `<form action="/"><main>${lantern}</main></form>`],
  ['most of its text', `<h1>Lantern</h1><form action="/">${lantern}${story}${story}</form>`],
])('a form around the page, with %s, is no form to fill in', (_, html) => {
  const page = `<nav><ul>${links}</ul></nav>${html}<form><p>Your name <input></p></form>`
  expect(leftOf(page)).toContain('solid brass')
  expect(leftOf(page)).not.toContain('Your name')
})

test('the footer of a quotation is kept in what is left, and that of the page is not', () => {
  const quote = `<blockquote>${lantern}<footer>Ann Lee, in her book</footer></blockquote>`
  const page = `<main><h1>Lantern</h1>${story}${quote}</main><footer>All rights reserved</footer>`
  for (const left of [leftOf(page), leftOf(page, true)]) {
    expect(left).toContain('Ann Lee')
    expect(left).not.toContain('All rights')
  }
})

test('a question that opens its answer is kept, and other buttons are not', () => {
  const answer = `<div>${lantern}</div>`
  const ask = (question: string) => `<button aria-expanded="false">${question}</button>`
  const questions = `<h3>${ask('Is it brass?')}</h3>${answer}<dl><dt>${ask('Does it burn?')}</dt><dd>Yes</dd></dl>`
  const page = `<main><h1>Lantern <button>Share it</button></h1>${story}${questions}<button>Buy it</button></main>`
  for (const left of [leftOf(page), leftOf(page, true)]) {
    expect(left).toMatch(/Is it brass\?[\s\S]*Does it burn\?/)
    expect(left).not.toMatch(/Share it|Buy it/)
  }
})

test('a section about cookies among others of a text is kept, and a notice about them is not', () => {
  const sections = `<section id="data"><h2>Data</h2>${lantern}</section><section id="cookies"><h2>Cookies</h2><p>Ours</p></section>`
  const left = leftOf(`<main>${story}${sections}</main><div id="cookies"><h2>Cookies</h2><p>Accept</p></div>`)
  expect(left).toContain('Ours')
  expect(left).not.toContain('Accept')
})
