import { expect, test } from 'bun:test'
import { read } from '../../../../plugins/documents/docx/index.ts'
import { read as readWorkbook } from '../../../../plugins/documents/workbook/index.ts'
import { docxOf, xlsxOf } from '../office/zip.ts'

const hints = { mime: '', url: 'https://docs.example/file' }
const document = docxOf('<w:p><w:r><w:t>Kettles</w:t></w:r></w:p>')
const workbook = xlsxOf('<row r="1"><c r="A1" t="inlineStr"><is><t>Kettles</t></is></c></row>')

/** An archive that declares a comment of `length` bytes. */
const promising = (zip: Uint8Array, length: number) => {
  const copy = Buffer.from(zip)
  copy.writeUInt16LE(length, copy.length - 2)
  return copy
}
const followedBy = (zip: Uint8Array, text: string) => Buffer.concat([zip, Buffer.from(text)])

test.each([
  ['promises a comment that it does not have', (zip: Uint8Array) => promising(zip, 1)],
  ['is followed by the line end of a server', (zip: Uint8Array) => followedBy(zip, '\r\n')],
  ['is followed by a page', (zip: Uint8Array) => followedBy(zip, `<!-- ${'served '.repeat(1000)} -->`)],
  ['has a comment', (zip: Uint8Array) => followedBy(promising(zip, 7), 'kettles')],
])('reads an archive that %s', async (_, change) => {
  expect((await read(change(document), hints)).html).toBe('<p>Kettles</p>')
  expect(JSON.stringify(await readWorkbook(change(workbook), hints))).toContain('Kettles')
})
