import { crc32, deflateRawSync } from 'node:zlib'

/** A file of an archive, with what the archive declares about it. */
export interface Entry {
  name: string
  content: string | Uint8Array
  /** The unpacked size in bytes, if the archive declares a false one. */
  claims?: number
  /** Whether it is packed, which is the default. */
  packed?: boolean
}

/** A ZIP that declares what a test wants. */
export function zipOf(entries: readonly Entry[]): Uint8Array {
  const files: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let offset = 0
  for (const { name, content, claims, packed = true } of entries) {
    const plain = typeof content === 'string' ? new TextEncoder().encode(content) : content
    const data = packed ? deflateRawSync(plain) : plain
    const path = new TextEncoder().encode(name)
    const shared = new DataView(new ArrayBuffer(26))
    shared.setUint16(0, 20, true)
    shared.setUint16(2, 0x800, true)
    shared.setUint16(4, packed ? 8 : 0, true)
    shared.setUint32(10, crc32(plain), true)
    shared.setUint32(14, data.length, true)
    shared.setUint32(18, claims ?? plain.length, true)
    shared.setUint16(22, path.length, true)
    const common = new Uint8Array(shared.buffer)
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, path, data])
    const place = new DataView(new ArrayBuffer(14))
    place.setUint32(10, offset, true)
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, new Uint8Array(place.buffer), path]),
    )
    files.push(file)
    offset += file.length
  }
  const list = Buffer.concat(directory)
  const end = new DataView(new ArrayBuffer(22))
  end.setUint32(0, 0x06054b50, true)
  end.setUint16(8, entries.length, true)
  end.setUint16(10, entries.length, true)
  end.setUint32(12, list.length, true)
  end.setUint32(16, offset, true)
  return Buffer.concat([...files, list, new Uint8Array(end.buffer)])
}

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const X = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const P = 'http://schemas.openxmlformats.org/package/2006/relationships'

/** A Word document with a body. */
export const docxOf = (body: string, more: readonly Entry[] = [], packed = true): Uint8Array =>
  zipOf([
    {
      name: 'word/document.xml',
      content: `<w:document xmlns:w="${W}"><w:body>${body}</w:body></w:document>`,
      packed,
    },
    ...more,
  ])

/** A workbook of one sheet with rows. */
export const xlsxOf = (rows: string, more: readonly Entry[] = []): Uint8Array =>
  zipOf([
    {
      name: '[Content_Types].xml',
      content: '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${P}"><Relationship Id="a" Type="${R}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${X}" xmlns:r="${R}"><sheets><sheet name="S" sheetId="1" r:id="r"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${P}"><Relationship Id="r" Type="${R}/worksheet" Target="worksheets/s.xml"/></Relationships>`,
    },
    {
      name: 'xl/worksheets/s.xml',
      content: `<worksheet xmlns="${X}"><sheetData>${rows}</sheetData></worksheet>`,
    },
    ...more,
  ])

const D = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const S = 'http://schemas.openxmlformats.org/presentationml/2006/main'

/** A presentation whose slides have these shapes. The prefix `hidden ` hides a slide. The first may have a layout. */
export const pptxOf = (slides: readonly string[], listed = slides.map((_, i) => i), layout = ''): Uint8Array =>
  zipOf([
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${P}"><Relationship Id="a" Type="${R}/officeDocument" Target="ppt/presentation.xml"/></Relationships>`,
    },
    {
      name: 'ppt/presentation.xml',
      content: `<p:presentation xmlns:p="${S}" xmlns:r="${R}"><p:sldIdLst>${listed.map((i) => `<p:sldId r:id="s${i}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      content: `<Relationships xmlns="${P}">${slides.map((_, i) => `<Relationship Id="s${i}" Type="${R}/slide" Target="slides/${i}.xml"/>`).join('')}</Relationships>`,
    },
    ...slides.map((shapes, i) => ({
      name: `ppt/slides/${i}.xml`,
      content: `<p:sld xmlns:p="${S}" xmlns:a="${D}" xmlns:r="${R}"${shapes.startsWith('hidden ') ? ' show="0"' : ''}><p:cSld><p:spTree>${shapes.replace('hidden ', '')}</p:spTree></p:cSld></p:sld>`,
    })),
    {
      name: 'ppt/slides/_rels/0.xml.rels',
      content: `<Relationships xmlns="${P}"><Relationship Id="l" Type="${R}/slideLayout" Target="../slideLayouts/l.xml"/></Relationships>`,
    },
    {
      name: 'ppt/slideLayouts/l.xml',
      content: `<p:sldLayout xmlns:p="${S}" xmlns:a="${D}"><p:cSld><p:spTree>${layout}</p:spTree></p:cSld></p:sldLayout>`,
    },
  ])

/** A shape with one paragraph. */
export const shapeOf = (text: string): string =>
  `<p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`

const O = 'urn:oasis:names:tc:opendocument:xmlns:'

/** An OpenDocument file of the kind `text` or `presentation`. */
export const odfOf = (kind: string, body: string, styles = ''): Uint8Array =>
  zipOf([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}`, packed: false },
    {
      name: 'content.xml',
      content: `<office:document-content ${['office', 'text', 'table', 'style', 'draw:drawing', 'presentation', 'svg:svg-compatible'].map((each) => `xmlns:${each.split(':')[0]}="${O}${each.split(':').at(-1)}:1.0"`).join(' ')}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
  ])

/** A book whose chapters have these bodies, in the order of `spine`. */
export const epubOf = (
  chapters: readonly string[],
  spine = chapters.map((_, i) => i),
  others: readonly Entry[] = [],
): Uint8Array =>
  zipOf([
    { name: 'mimetype', content: 'application/epub+zip', packed: false },
    {
      name: 'META-INF/container.xml',
      content: `<container xmlns="${O}container"><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>`,
    },
    {
      name: 'b.opf',
      content: `<package xmlns="http://www.idpf.org/2007/opf"><manifest>${chapters.map((_, i) => `<item id="c${i}" href="c${i}.xhtml" media-type="application/xhtml+xml"/>`).join('')}</manifest><spine>${spine.map((i) => `<itemref idref="c${i}"/>`).join('')}</spine></package>`,
    },
    ...chapters.map((body, i) => ({
      name: `c${i}.xhtml`,
      content: `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`,
    })),
    ...others,
  ])
