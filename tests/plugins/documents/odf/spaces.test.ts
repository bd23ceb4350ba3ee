import { expect, test } from 'bun:test'
import { read } from '../../../../plugins/documents/odf/index.ts'
import { odfOf } from '../office/zip.ts'

const hints = { mime: 'application/vnd.oasis.opendocument.text', url: 'https://docs.example/a.odt' }

test.each([
  ['', 1],
  [' text:c="0"', 1],
  [' text:c="-3"', 1],
  [' text:c="x"', 1],
  [' text:c="3"', 3],
  [' text:c="200"', 200],
  [' text:c="1000000"', 200],
])('<text:s%s/> stands for %i spaces', async (count, spaces) => {
  const { html } = await read(odfOf('text', `<text:p>a<text:s${count}/>b</text:p>`), hints)
  expect(html).toBe(`<p>a${' '.repeat(spaces)}b</p>`)
})
