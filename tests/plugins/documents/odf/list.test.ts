import { expect, test } from 'bun:test'
import { read } from '../../../../plugins/documents/odf/index.ts'
import { odfOf } from '../office/zip.ts'

const hints = { mime: 'application/vnd.oasis.opendocument.text', url: 'https://docs.example/a.odt' }
const numbers = [1, 2].map(
  (level) => `<text:list-level-style-number text:level="${level}" style:num-format="1" text:start-value="1"/>`,
)
const styles = `<text:list-style style:name="L">${numbers.join('')}</text:list-style>`
const item = (text: string, inner: readonly string[] = []) =>
  `<text:list-item><text:p>${text}</text:p>${inner.length === 0 ? '' : listOf(inner)}</text:list-item>`
const listOf = (items: readonly string[], attributes = '') =>
  `<text:list text:style-name="L"${attributes}>${items.join('')}</text:list>`

const html = async (body: string) => (await read(odfOf('text', body, styles), hints)).html.replace(/\s*\n\s*/g, '')

test('a list within an item starts anew in each item', async () => {
  const body = listOf([item('one', [item('a'), item('b')]), item('two', [item('c')])])
  expect(await html(body)).toBe('<ol><li>one<ol><li>a</li><li>b</li></ol></li><li>two<ol><li>c</li></ol></li></ol>')
})

test('a list that continues after a paragraph keeps counting', async () => {
  const more = ' text:continue-numbering="true"'
  const body = `${listOf([item('one'), item('two')])}<text:p>between</text:p>${listOf([item('three')], more)}`
  expect(await html(body)).toBe('<ol><li>one</li><li>two</li></ol><p>between</p><ol start="3"><li>three</li></ol>')
})
