/** The size of an image. */
export interface Size {
  /** In pixels; for SVG, in user units. */
  width: number
  height: number
}

/** Bytes in which the size is searched in formats without a fixed place for it: metadata and previews come first. */
const HEAD_BYTES = 1_048_576

/** The size of an image from its header; null if the type is unknown or the header broken or incomplete. */
export const imageSize = (mime: string, body: Uint8Array): Size | null => {
  const read = Object.hasOwn(readers, mime) ? readers[mime]! : () => null
  const head = body.subarray(0, HEAD_BYTES)
  const size = read(new DataView(head.buffer, head.byteOffset, head.byteLength))
  return size !== null && size.width > 0 && size.height > 0 ? size : null
}

type Read = (head: DataView) => Size | null

/** The chunk IHDR follows the signature. Source: PNG, third edition, section 11.2.1. */
const readPng: Read = (head) =>
  head.byteLength < 24 ? null : { width: head.getUint32(16), height: head.getUint32(20) }

/** Source: GIF89a, section 18. */
const readGif: Read = (head) =>
  head.byteLength < 10 ? null : { width: head.getUint16(6, true), height: head.getUint16(8, true) }

/** The first start of frame; SOF4, 8 and 12 are other segments. Source: ITU T.81, annex B. */
const readJpeg: Read = (head) => {
  let at = 2
  while (at + 9 <= head.byteLength) {
    if (head.getUint8(at) !== 0xff) return null
    const marker = head.getUint8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { height: head.getUint16(at + 5), width: head.getUint16(at + 7) }
    }
    if (marker === 0xda || marker === 0xd9) return null
    at += 2 + head.getUint16(at + 2)
  }
  return null
}

const tag = (head: DataView, at: number) =>
  String.fromCharCode(head.getUint8(at), head.getUint8(at + 1), head.getUint8(at + 2), head.getUint8(at + 3))

const uint24 = (head: DataView, at: number) => head.getUint16(at, true) + head.getUint8(at + 2) * 65_536

/** Lossy, lossless or extended. Source: RFC 9649, sections 2.5 to 2.7. */
const readWebp: Read = (head) => {
  if (head.byteLength < 30) return null
  switch (tag(head, 12)) {
    case 'VP8 ':
      return { width: head.getUint16(26, true) & 0x3fff, height: head.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const bits = head.getUint32(21, true)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'VP8X':
      return { width: uint24(head, 24) + 1, height: uint24(head, 27) + 1 }
    default:
      return null
  }
}

/**
 * The largest `ispe` property, as tiles and previews have one too. Source: ISO/IEC 23008-12, section 6.5.3.
 */
const readHeif: Read = (head) => {
  let best: Size | null = null
  for (let at = 4; at + 16 <= head.byteLength; at++) {
    if (head.getUint32(at) !== 0x69737065) continue
    const size = { width: head.getUint32(at + 8), height: head.getUint32(at + 12) }
    if (best === null || size.width * size.height > best.width * best.height) best = size
  }
  return best
}

/**
 * The oldest header has 12 bytes and numbers of half the width. A negative height means that rows start at the top.
 */
const readBmp: Read = (head) => {
  if (head.byteLength < 26) return null
  if (head.getUint32(14, true) === 12) return { width: head.getUint16(18, true), height: head.getUint16(20, true) }
  return { width: head.getInt32(18, true), height: Math.abs(head.getInt32(22, true)) }
}

/** The largest image in the file. A side of 256 is written as 0. */
const readIcon: Read = (head) => {
  let best: Size | null = null
  const count = head.byteLength < 6 ? 0 : head.getUint16(4, true)
  for (let i = 0, at = 6; i < count && at + 16 <= head.byteLength; i++, at += 16) {
    const size = { width: head.getUint8(at) || 256, height: head.getUint8(at + 1) || 256 }
    if (best === null || size.width * size.height > best.width * best.height) best = size
  }
  return best
}

/** Tags 256 and 257 of the first directory, with 16 or 32 bits. Source: TIFF 6.0, sections 2 and 8. */
const readTiff: Read = (head) => {
  if (head.byteLength < 8) return null
  const little = head.getUint8(0) === 0x49
  const start = head.getUint32(4, little)
  const size = { width: 0, height: 0 }
  const count = start + 2 > head.byteLength ? 0 : head.getUint16(start, little)
  for (let i = 0, at = start + 2; i < count && at + 12 <= head.byteLength; i++, at += 12) {
    const name = head.getUint16(at, little)
    const isShort = head.getUint16(at + 2, little) === 3
    const value = isShort ? head.getUint16(at + 8, little) : head.getUint32(at + 8, little)
    if (name === 256) size.width = value
    if (name === 257) size.height = value
  }
  return size
}

/** The width and height of the root in pixels, or else its view box. */
const readSvg: Read = (head) => {
  const text = new TextDecoder().decode(new Uint8Array(head.buffer, head.byteOffset, Math.min(head.byteLength, 65_536)))
  const start = text.search(/<svg[\s>]/)
  if (start < 0) return null
  const root = text.slice(start, start + 4000).split('>', 1)[0]!
  const length = (name: string) => {
    const value = new RegExp(`\\s${name}\\s*=\\s*["']\\s*(\\d{1,7}(?:\\.\\d{1,6})?)(?:px)?\\s*["']`).exec(root)?.[1]
    return value === undefined ? 0 : Number(value)
  }
  const [width, height] = [length('width'), length('height')]
  if (width > 0 && height > 0) return { width, height }
  const box = /\sviewBox\s*=\s*["']([^"']{1,200})["']/
    .exec(root)?.[1]
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  return box?.length === 4 && box.every(Number.isFinite) ? { width: box[2]!, height: box[3]! } : null
}

/** Readers by media type. */
const readers: Readonly<Record<string, Read>> = {
  'image/avif': readHeif,
  'image/bmp': readBmp,
  'image/gif': readGif,
  'image/heic': readHeif,
  'image/jpeg': readJpeg,
  'image/png': readPng,
  'image/svg+xml': readSvg,
  'image/tiff': readTiff,
  'image/vnd.microsoft.icon': readIcon,
  'image/webp': readWebp,
  'image/x-icon': readIcon,
}
