import { describe, expect, test } from 'bun:test'
import { imageSize } from '../../../../plugins/documents/media/image-size.ts'

/** A buffer of `length` bytes with these numbers written into it. */
function bytes(length: number, ...writes: [at: number, bits: 8 | 16 | 24 | 32, value: number, little?: boolean][]) {
  const body = new Uint8Array(length)
  const view = new DataView(body.buffer)
  for (const [at, bits, value, little = false] of writes) {
    if (bits === 8) view.setUint8(at, value)
    else if (bits === 16) view.setUint16(at, value, little)
    else if (bits === 24) {
      view.setUint16(at, value & 0xffff, true)
      view.setUint8(at + 2, value >> 16)
    } else view.setInt32(at, value | 0, little)
  }
  return body
}
const withTag = (body: Uint8Array, at: number, tag: string) => {
  for (let i = 0; i < tag.length; i++) body[at + i] = tag.charCodeAt(i)
  return body
}
const sizeOf = (mime: string, body: Uint8Array) => {
  const size = imageSize(mime, body)
  return size && [size.width, size.height]
}
/** The size of an image, and of the same image without its last byte. */
const whole = (mime: string, body: Uint8Array) => [sizeOf(mime, body), sizeOf(mime, body.subarray(0, -1))]

test('PNG and GIF have their size at a fixed position', () => {
  expect(whole('image/png', bytes(24, [16, 32, 70_000], [20, 32, 3]))).toEqual([[70_000, 3], null])
  expect(whole('image/gif', bytes(10, [6, 16, 258, true], [8, 16, 772, true]))).toEqual([[258, 772], null])
})

test('there is no size if a side is 0 or the type is unknown', () => {
  expect(sizeOf('image/png', bytes(24, [16, 32, 0], [20, 32, 3]))).toBeNull()
  expect(sizeOf('image/png', bytes(24, [16, 32, 3], [20, 32, 0]))).toBeNull()
  expect([sizeOf('image/x-unknown', bytes(100)), sizeOf('constructor', bytes(100))]).toEqual([null, null])
})

test('JPEG has its size in the first start of frame of any kind', () => {
  const frame = (marker: number) => [0xff, marker, 0, 17, 8, 1, 2, 3, 4]
  for (const marker of [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc7, 0xc9, 0xcb, 0xcd, 0xcf])
    expect(whole('image/jpeg', Uint8Array.from([0xff, 0xd8, ...frame(marker)]))).toEqual([[772, 258], null])
  for (const marker of [0xbf, 0xd0])
    expect(sizeOf('image/jpeg', Uint8Array.from([0xff, 0xd8, 0xff, marker, 0, 4, 0, 0, ...frame(0xc0)]))).toEqual([
      772, 258,
    ])
  const behind = [0xff, 0xd8, 0xff, 0xe0, 1, 4, ...new Uint8Array(258), ...frame(0xc2)]
  expect(whole('image/jpeg', Uint8Array.from(behind))).toEqual([[772, 258], null])
})

describe('WebP has its size', () => {
  const webp = (tag: string, ...writes: Parameters<typeof bytes>[1][]) => withTag(bytes(30, ...writes), 12, tag)
  test('in 14 bits if it is lossy', () => {
    expect(whole('image/webp', webp('VP8 ', [26, 16, 0xffff, true], [28, 16, 0x4003, true]))).toEqual([
      [0x3fff, 3],
      null,
    ])
  })
  test('in 14 bits, minus one, if it is lossless', () => {
    expect(sizeOf('image/webp', webp('VP8L', [21, 32, 299 | (199 << 14), true]))).toEqual([300, 200])
    expect(sizeOf('image/webp', webp('VP8L', [21, 32, 0xffffffff, true]))).toEqual([0x4000, 0x4000])
  })
  test('in 24 bits, minus one, if it is extended', () => {
    expect(sizeOf('image/webp', webp('VP8X', [24, 24, 69_999], [27, 24, 131_073]))).toEqual([70_000, 131_074])
  })
  test('nowhere in unknown kinds', () => {
    expect(sizeOf('image/webp', webp('VP9 ', [26, 16, 5, true], [28, 16, 5, true]))).toBeNull()
  })
})

test('HEIF and AVIF have the size of their largest part', () => {
  const part = (body: Uint8Array, at: number, width: number, height: number) => {
    new DataView(body.buffer).setUint32(at + 8, width)
    new DataView(body.buffer).setUint32(at + 12, height)
    return withTag(body, at, 'ispe')
  }
  const body = part(part(part(bytes(68), 4, 10, 10), 21, 30, 20), 52, 599, 1)
  for (const mime of ['image/heic', 'image/avif']) expect(sizeOf(mime, body)).toEqual([30, 20])
  expect(whole('image/avif', part(bytes(20), 4, 7, 8))).toEqual([[7, 8], null])
  expect(sizeOf('image/avif', part(bytes(19), 3, 7, 8))).toBeNull()
})

test('BMP has its size in 32 bits, or 16 in old files, and a negative height for rows from the top', () => {
  expect(whole('image/bmp', bytes(26, [14, 32, 40, true], [18, 32, 70_000, true], [22, 32, -300, true]))).toEqual([
    [70_000, 300],
    null,
  ])
  expect(sizeOf('image/bmp', bytes(26, [14, 32, 12, true], [18, 16, 258, true], [20, 16, 772, true]))).toEqual([
    258, 772,
  ])
  expect(sizeOf('image/bmp', bytes(26, [14, 32, 40, true], [18, 32, -5, true], [22, 32, 3, true]))).toBeNull()
})

test('an icon has the size of its largest picture, where 0 means 256', () => {
  const icon = bytes(
    6 + 3 * 16,
    [4, 16, 3, true],
    [6, 8, 16],
    [7, 8, 16],
    [22, 8, 32],
    [23, 8, 48],
    [38, 8, 48],
    [39, 8, 32],
  )
  expect(sizeOf('image/x-icon', icon)).toEqual([32, 48])
  expect(sizeOf('image/vnd.microsoft.icon', bytes(22, [4, 16, 1, true]))).toEqual([256, 256])
  expect(whole('image/x-icon', bytes(22, [4, 16, 2, true], [6, 8, 16], [7, 8, 16]))).toEqual([[16, 16], null])
  expect(sizeOf('image/x-icon', bytes(22, [4, 16, 0, true], [6, 8, 16], [7, 8, 16]))).toBeNull()
  expect(sizeOf('image/x-icon', bytes(5))).toBeNull()
})

test('TIFF has its size in the first directory, in 16 or 32 bits and either byte order', () => {
  for (const little of [true, false]) {
    const tiff = bytes(
      8 + 2 + 3 * 12,
      [0, 8, little ? 0x49 : 0x4d],
      [4, 32, 8, little],
      [8, 16, 3, little],
      [10, 16, 256, little],
      [12, 16, 3, little],
      [18, 16, 772, little],
      [22, 16, 255, little],
      [24, 16, 4, little],
      [30, 32, 9, little],
      [34, 16, 257, little],
      [36, 16, 4, little],
      [42, 32, 70_000, little],
    )
    expect([little, ...whole('image/tiff', tiff)]).toEqual([little, [772, 70_000], null])
  }
  expect(sizeOf('image/tiff', bytes(7))).toBeNull()
  expect(sizeOf('image/tiff', bytes(8, [0, 8, 0x49], [4, 32, 7, true]))).toBeNull()
})

describe('SVG has its size in its root', () => {
  const svg = (attributes: string, before = '') =>
    sizeOf('image/svg+xml', new TextEncoder().encode(`${before}<svg ${attributes}><rect width="9" height="9"/></svg>`))
  test('in pixels, or else by its view box', () => {
    expect(svg('width="12.5" height=\'7px\'')).toEqual([12.5, 7])
    expect(svg('viewBox="0 0 30 20"')).toEqual([30, 20])
    expect(svg('width="1" viewBox="0,0,30.5, 20"')).toEqual([30.5, 20])
    expect(svg('width="10em" height="5" viewBox="1 2 3 4"')).toEqual([3, 4])
    expect(svg('width="12345678" height="5"')).toBeNull()
  })
  test('or has none if it is not given there', () => {
    for (const attributes of [
      '',
      'viewBox="0 0 30"',
      'viewBox="0 0 x 20"',
      'width="5"',
      'width="0" height="0"',
      'data-width="5" data-height="5"',
    ])
      expect([attributes, svg(attributes)]).toEqual([attributes, null])
    expect(sizeOf('image/svg+xml', new TextEncoder().encode('<svgx width="5" height="5">'))).toBeNull()
  })
  test('within 64 KiB and 4,000 characters of the root', () => {
    const root = 'width="5" height="6"'
    expect([svg(root, ' '.repeat(65_536 - 25)), svg(root, ' '.repeat(65_536))]).toEqual([[5, 6], null])
    expect([svg(`${' '.repeat(4000 - 25)}${root}`), svg(`${' '.repeat(4000 - 24)}${root}`)]).toEqual([[5, 6], null])
  })
})

test('only the first MiB of an image is read', () => {
  const frame = [0xff, 0xc0, 0, 17, 8, 1, 2, 3, 4]
  const jpegAt = (at: number) => {
    const body = new Uint8Array(at + 9).fill(0xff)
    body[1] = 0xd8
    body.set(frame, at)
    return sizeOf('image/jpeg', body)
  }
  expect([jpegAt(1_048_576 - 9), jpegAt(1_048_577 - 9)]).toEqual([[772, 258], null])
})
