import { constants, deflateRawSync, deflateSync } from 'node:zlib'

const encoder = new TextEncoder()

/** The content of an object: its text, or a stream with its dictionary. */
type Part = string | { dict: string; data: Uint8Array | string }

export const latin = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'))

const joined = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))

/** A PDF of these objects, numbered from 1. The first is its catalog. */
export function pdfOf(objects: readonly Part[], trailer = ''): Uint8Array {
  const parts: Uint8Array[] = [latin('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]!.length
  const add = (bytes: Uint8Array) => {
    parts.push(bytes)
    length += bytes.length
  }
  for (const [i, object] of objects.entries()) {
    offsets.push(length)
    if (typeof object === 'string') add(latin(`${i + 1} 0 obj\n${object}\nendobj\n`))
    else {
      const data = typeof object.data === 'string' ? latin(object.data) : object.data
      const size = object.dict.includes('/Length') ? '' : `/Length ${data.length}`
      add(latin(`${i + 1} 0 obj\n<<${object.dict}${size}>>\nstream\n`))
      add(data)
      add(latin('\nendstream\nendobj\n'))
    }
  }
  const xref = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = length
  const count = objects.length + 1
  add(
    latin(
      `xref\n0 ${count}\n0000000000 65535 f \n${xref}trailer\n<</Size ${count}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`,
    ),
  )
  return joined(parts)
}

export const CATALOG = '<</Type/Catalog/Pages 2 0 R>>'
export const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
export const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
export const page = (more = '') =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>${more}>>>>`
export const HELLO = 'BT /F1 12 Tf 72 700 Td (Hello, kettle) Tj ET'

/** A PDF of one page with this content. */
export const onePage = (
  content: Part = { dict: '', data: HELLO },
  more: readonly Part[] = [],
  resources = '',
): Uint8Array => pdfOf([CATALOG, PAGES, page(resources), content, FONT, ...more])

/** Zeros or a repeated text, compressed to a thousandth of its size or less. */
export const packed = (bytes: number, piece = '\0'): Uint8Array =>
  new Uint8Array(deflateSync(encoder.encode(piece.repeat(Math.ceil(bytes / piece.length))), { level: 9 }))

export const flate = (data: Uint8Array, more = ''): Part => ({ dict: `/Filter/FlateDecode${more}`, data })
export const MEGA = 2 ** 20

/**
 * A gigabyte of zeros in a megabyte, built from a repeated compressed megabyte without holding it in memory. Source:
 * RFC 1950, 1951.
 */
export function gigabyteOfZeros(): Uint8Array {
  const count = 1024
  const body = deflateRawSync(new Uint8Array(MEGA), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  // For zeros, the lower half of the checksum stays 1 and the upper half counts bytes.
  const sum = (((count * MEGA) % 65_521) << 16) | 1
  const end = Buffer.from([3, 0, 0, 0, 0, 0])
  end.writeInt32BE(sum, 2)
  return joined([Uint8Array.of(0x78, 0xda), ...Array.from({ length: count }, () => body), end])
}
