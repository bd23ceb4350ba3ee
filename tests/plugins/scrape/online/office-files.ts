import { crc32 } from 'node:zlib'

/** A ZIP file of these files, without compression. */
function zip(files: Record<string, string>): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [path, text] of Object.entries(files)) {
    const [name, body] = [Buffer.from(path), Buffer.from(text)]
    const entry = Buffer.alloc(26)
    entry.writeUInt16LE(20, 0)
    entry.writeUInt32LE(crc32(body), 10)
    entry.writeUInt32LE(body.length, 14)
    entry.writeUInt32LE(body.length, 18)
    entry.writeUInt16LE(name.length, 22)
    parts.push(Buffer.from('PK\x03\x04'), entry, name, body)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\0'), entry, place, name)
    at += 30 + name.length + body.length
  }
  const count = Object.keys(files).length
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(size, 8)
  end.writeUInt32LE(at, 12)
  return Uint8Array.from(Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06'), end]))
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const openXml = 'application/vnd.openxmlformats-officedocument'
const types = (parts: Record<string, string>) =>
  `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${Object.entries(
    parts,
  )
    .map(([part, type]) => `<Override PartName="/${part}" ContentType="${openXml}.${type}+xml"/>`)
    .join('')}</Types>`
const relations = (...targets: [id: string, type: string, target: string][]) =>
  `${xml}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([id, type, target]) =>
        `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`
const r = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

/** A text document with a heading and a paragraph. */
export const docx = (heading: string, text: string) =>
  zip({
    '[Content_Types].xml': types({
      'word/document.xml': 'wordprocessingml.document.main',
      'word/styles.xml': 'wordprocessingml.styles',
    }),
    '_rels/.rels': relations(['r1', 'officeDocument', 'word/document.xml']),
    'word/_rels/document.xml.rels': relations(['r1', 'styles', 'styles.xml']),
    'word/styles.xml': `${xml}<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style></w:styles>`,
    'word/document.xml': `${xml}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>${heading}</w:t></w:r></w:p><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
  })

const cell = (value: string | number) =>
  typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`

/** A workbook with sheets of rows. */
export const xlsx = (sheets: Record<string, (string | number)[][]>) => {
  const names = Object.keys(sheets)
  return zip({
    '[Content_Types].xml': types({
      'xl/workbook.xml': 'spreadsheetml.sheet.main',
      ...Object.fromEntries(names.map((_, i) => [`xl/worksheets/sheet${i + 1}.xml`, 'spreadsheetml.worksheet'])),
    }),
    '_rels/.rels': relations(['r1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `${xml}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ${r}><sheets>${names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="r${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ...names.map((_, i): [string, string, string] => [`r${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`]),
    ),
    ...Object.fromEntries(
      Object.values(sheets).map((rows, i) => [
        `xl/worksheets/sheet${i + 1}.xml`,
        `${xml}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
      ]),
    ),
  })
}

/** The content types of such files. */
export const docxType = `${openXml}.wordprocessingml.document`
export const xlsxType = `${openXml}.spreadsheetml.sheet`
