import { expect, test } from 'bun:test'
import { read } from '../../../../plugins/documents/odf/index.ts'
import { odfOf } from '../office/zip.ts'

test('a linked picture of OpenDocument keeps its link', async () => {
  const picture = (href: string) =>
    `<text:p><draw:a xlink:href="${href}"><draw:frame><draw:image xlink:href="a.png"/><svg:desc>Our logo</svg:desc></draw:frame></draw:a></text:p>`
  const hints = { mime: 'application/vnd.oasis.opendocument.text', url: 'https://docs.example/a.odt' }
  const htmlOf = async (href: string) => (await read(odfOf('text', picture(href)), hints)).html
  expect(await htmlOf('https://a.example/')).toBe(
    '<p><a href="https://a.example/"><img src="#a.png" alt="Our logo"></a></p>',
  )
  expect(await htmlOf('#Chapter')).toBe('<p><img src="#a.png" alt="Our logo"></p>')
})

test('the paragraphs of a shape of any form follow the paragraph that it is in', async () => {
  const paragraphs = '<text:p>one</text:p><text:p>two</text:p>'
  for (const shape of ['draw:polygon', 'draw:connector', 'draw:custom-shape']) {
    const body = `<text:p>see<${shape}>${paragraphs}</${shape}> it<text:script>var x</text:script></text:p>`
    const { html } = await read(odfOf('text', body), { mime: '', url: 'https://docs.example/a.odt' })
    expect(html).toBe('<p>see it</p>\n<p>one</p>\n<p>two</p>')
  }
})
