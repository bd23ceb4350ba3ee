import { expect, test } from 'bun:test'
import { markInessential } from '../../../../plugins/content/clean/llm-optimization.ts'
import { toText } from '../../../../plugins/content/formats/text.ts'
import { parse } from '../../../../plugins/content/tree/index.ts'
import { viewOf } from '../../../../plugins/content/view/view.ts'
import { contentOptions } from '../options.ts'

const lantern = '<p>A lantern of solid brass with a ribbed glass.</p>'
const rest = '<p>Delivery takes three days.</p><p>It can be sent back.</p>'.repeat(4)

/** What is left of a page for a language model. */
const leftOf = (html: string) => {
  const tree = parse(html)
  const view = viewOf(tree, new URL('https://shop.example/lantern'), contentOptions({ llmOptimization: true }))
  markInessential(tree, view.marks)
  return toText(view)
}
const timesLeft = (html: string) => leftOf(`<main>${html}${rest}</main>`).split('solid brass').length - 1

test.each([
  ['beside a picture', `<div><img src="/l.jpg" alt=""><div>${lantern}</div></div>`],
  ['beside pictures, several deep', `<section><hr><div><img src="/l.jpg" alt=""><div>${lantern}</div></div></section>`],
])('What is all of the text of what holds it has not been said before: %s', (_, html) => {
  expect(timesLeft(html)).toBe(1)
})

test.each([
  ['alone', `${lantern}<div><b>-</b></div>${lantern}`],
  ['with what holds it', `<div><img src="/l.jpg" alt=""><div>${lantern}</div></div>`.repeat(3)],
])('What the page has said before is left out: %s', (_, html) => {
  expect(timesLeft(html)).toBe(1)
})
