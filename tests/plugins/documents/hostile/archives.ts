import { latin } from '../pdf-of.ts'
import type { Fate } from './hostile-pdf.ts'
import { type Entry, zipOf } from './zip-of.ts'

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const TYPES: Entry = {
  name: '[Content_Types].xml',
  data: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
}
const relations = (name: string, target: string): Entry => ({
  name,
  data: `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${target.includes('sheet1') ? 'worksheet' : 'officeDocument'}" Target="${target}"/></Relationships>`,
})
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
const words = (body: string, head = XML) => `${head}<w:document ${W}><w:body>${body}</w:body></w:document>`

/** A text part with a paragraph of so many letters. Made of bytes, as encoding a text of this size takes seconds. */
const longPart = (letters: number): Uint8Array => {
  const [before = '', after = ''] = words(paragraph('|')).split('|')
  return Buffer.concat([latin(before), Buffer.alloc(letters, 'k'), latin(after)])
}

/** A Word document with this text part and these additional files. */
const docx = (part: string | Entry, ...more: Entry[]): Uint8Array =>
  zipOf([
    TYPES,
    relations('_rels/.rels', 'word/document.xml'),
    typeof part === 'string' ? { name: 'word/document.xml', data: part } : part,
    ...more,
  ])

const S = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
/** A workbook with these rows. */
const xlsx = (rows: string, ...more: Entry[]): Uint8Array =>
  zipOf([
    TYPES,
    relations('_rels/.rels', 'xl/workbook.xml'),
    {
      name: 'xl/workbook.xml',
      data: `${XML}<workbook ${S} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    relations('xl/_rels/workbook.xml.rels', 'worksheets/sheet1.xml'),
    { name: 'xl/worksheets/sheet1.xml', data: `${XML}<worksheet ${S}><sheetData>${rows}</sheetData></worksheet>` },
    ...more,
  ])

const MEGA = 2 ** 20
const openXml = 'application/vnd.openxmlformats-officedocument.'
export const DOCX = `${openXml}wordprocessingml.document`
export const XLSX = `${openXml}spreadsheetml.sheet`

/** The file that archives try to write outside of their directory. Nothing else creates it. */
export const OUTSIDE = `/tmp/weir-outside-${process.pid}`

export interface HostileArchive {
  name: string
  type: string
  make: () => Uint8Array
  fate: Fate
  /** Whether it is large, or would be when unpacked. It is then read by a separate process, as in the service. */
  isBomb?: true
}

const levels = (open: string, close: string, many: number, within = '') =>
  open.repeat(many) + within + close.repeat(many)

export const hostileArchives: readonly HostileArchive[] = [
  { name: 'nothing but the first bytes of an archive', type: DOCX, make: () => latin('PK\x03\x04'), fate: 'damaged' },
  {
    name: 'an archive that is cut',
    type: DOCX,
    make: () => docx(words(paragraph('cut'))).subarray(0, 300),
    fate: 'damaged',
  },
  { name: 'an archive without the part that is its text', type: DOCX, make: () => zipOf([TYPES]), fate: 'damaged' },
  {
    name: 'a part of 120 MB of one letter',
    type: DOCX,
    make: () => docx({ name: 'word/document.xml', data: longPart(120 * MEGA) }),
    fate: 'too_large',
    isBomb: true,
  },
  {
    name: 'a part of 90 MB that says it has 90 bytes',
    type: DOCX,
    make: () => docx({ name: 'word/document.xml', data: longPart(90 * MEGA), size: 90 }),
    fate: 'damaged',
    isBomb: true,
  },
  {
    name: 'a part that says it has 4 GB',
    type: DOCX,
    make: () => docx({ name: 'word/document.xml', data: words(paragraph('k')), size: 0xfffffffe }),
    fate: 'too_large',
  },
  {
    name: 'a part that is packed by a method nobody knows',
    type: DOCX,
    make: () => docx({ name: 'word/document.xml', data: words(paragraph('k')), method: 99 }),
    fate: 'damaged',
  },
  {
    name: 'a part that is encrypted',
    type: DOCX,
    make: () => docx({ name: 'word/document.xml', data: words(paragraph('k')), flags: 1 }),
    fate: 'encrypted',
  },
  {
    name: 'a part whose packed bytes are noise',
    type: DOCX,
    make: () => {
      const bytes = docx(words(paragraph('noise '.repeat(500))))
      bytes.fill(0xff, 700, 760)
      return bytes
    },
    fate: 'damaged',
  },
  {
    name: 'ten thousand files',
    type: DOCX,
    make: () =>
      docx(words(paragraph('k')), ...Array.from({ length: 10_000 }, (_, i) => ({ name: `x/${i}`, data: '' }))),
    fate: 'too_large',
  },
  {
    name: 'more files in its count than there are',
    type: DOCX,
    make: () => zipOf([TYPES], { count: 1500 }),
    fate: 'damaged',
  },
  {
    name: 'a file that leads out of it by dots',
    type: DOCX,
    make: () => docx(words(paragraph('k')), { name: `../../../..${OUTSIDE}`, data: 'out' }),
    fate: 'damaged',
  },
  {
    name: 'a file that leads out of it from the root',
    type: DOCX,
    make: () => docx(words(paragraph('k')), { name: '/etc/passwd', data: 'out' }),
    fate: 'damaged',
  },
  {
    name: 'a file that leads out of it by a drive',
    type: DOCX,
    make: () => docx(words(paragraph('k')), { name: 'C:\\windows\\out', data: 'out' }),
    fate: 'damaged',
  },
  {
    name: 'entities that multiply',
    type: DOCX,
    make: () =>
      docx(
        words(
          paragraph('&j;'),
          `${XML}<!DOCTYPE x [<!ENTITY a "${'k'.repeat(1000)}">${[...'bcdefghij'].map((name, i) => `<!ENTITY ${name} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}]>`,
        ),
      ),
    fate: 'damaged',
  },
  {
    name: 'an entity that is a file of the server',
    type: DOCX,
    make: () => docx(words(paragraph('&x;'), `${XML}<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>`)),
    fate: 'damaged',
  },
  {
    name: 'elements a hundred thousand deep',
    type: DOCX,
    make: () => docx(words(levels('<w:sdt><w:sdtContent>', '</w:sdtContent></w:sdt>', 100_000))),
    fate: 'too_large',
  },
  {
    name: 'tables in tables, two hundred deep',
    type: DOCX,
    make: () => docx(words(levels('<w:tbl><w:tr><w:tc>', '</w:tc></w:tr></w:tbl>', 200, paragraph('deep')))),
    fate: 'too_complex',
  },
  {
    name: 'three million elements',
    type: DOCX,
    make: () => docx(words('<w:p/>'.repeat(3_000_000))),
    fate: 'too_large',
    isBomb: true,
  },
  {
    name: 'relations that lead to themselves',
    type: DOCX,
    make: () => docx(words(paragraph('round')), relations('word/_rels/document.xml.rels', 'document.xml')),
    fate: 'read',
  },
  { name: 'no XML', type: DOCX, make: () => docx('this is no XML at all'), fate: 'damaged' },
  {
    name: 'a cell at the far end of the sheet',
    type: XLSX,
    make: () => xlsx('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'),
    fate: 'too_large',
  },
  {
    name: 'a cell beyond all ends',
    type: XLSX,
    make: () => xlsx('<row r="99999999999"><c r="ZZZZZZZZ99999999999"><v>2</v></c></row>'),
    fate: 'damaged',
  },
  {
    name: 'two million cells',
    type: XLSX,
    make: () => xlsx(Array.from({ length: 20_000 }, () => `<row>${'<c><v>1</v></c>'.repeat(100)}</row>`).join('')),
    fate: 'too_large',
    isBomb: true,
  },
  {
    name: 'a cell that is merged with all others',
    type: XLSX,
    make: () =>
      zipOf([
        TYPES,
        relations('_rels/.rels', 'xl/workbook.xml'),
        {
          name: 'xl/workbook.xml',
          data: `${XML}<workbook ${S} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
        },
        relations('xl/_rels/workbook.xml.rels', 'worksheets/sheet1.xml'),
        {
          name: 'xl/worksheets/sheet1.xml',
          data: `${XML}<worksheet ${S}><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData><mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>`,
        },
      ]),
    fate: 'read',
    isBomb: true,
  },
  {
    name: 'text that is shared and not there',
    type: XLSX,
    make: () => xlsx('<row r="1"><c r="A1" t="s"><v>4000000000</v></c><c r="B1"><v>7</v></c></row>'),
    fate: 'read',
  },
  {
    name: 'groups a million deep',
    type: 'application/rtf',
    make: () => latin(`{\\rtf1 ${levels('{', '}', 1_000_000, 'deep')}}`),
    fate: 'too_complex',
    isBomb: true,
  },
  {
    name: 'groups that never end',
    type: 'application/rtf',
    make: () => latin(`{\\rtf1 ${'{\\b '.repeat(500_000)}`),
    fate: 'too_complex',
  },
  {
    name: 'binary data of four gigabytes that are not there',
    type: 'application/rtf',
    make: () => latin('{\\rtf1 \\bin4294967295 k}'),
    fate: 'read',
  },
  {
    name: 'a table of two hundred thousand columns',
    type: 'application/rtf',
    make: () => latin(`{\\rtf1 \\trowd${'\\cellx100'.repeat(200_000)}${'a\\cell '.repeat(100)}\\row}`),
    fate: 'read',
    isBomb: true,
  },
]
