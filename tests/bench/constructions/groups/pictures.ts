import { type Construction, each, encode } from '../construction.ts'
import { content, text } from '../content.ts'

const picture = (name: string, type: string, make: (n: number) => Uint8Array) =>
  content(name, 16_384, (n) => ({ headers: { 'content-type': type }, body: make(n) }))
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
const bytes = (...codes: number[]) => Uint8Array.from(codes)
const svg = (name: string, make: (n: number) => string) =>
  text(`SVG: ${name}`, 'image/svg+xml', (n) => `<svg xmlns="http://www.w3.org/2000/svg">${make(n)}</svg>`)

/** Pictures: their headers, which tell their dimensions. */
export const pictures: Construction[] = [
  picture('JPEG: segments', 'image/jpeg', (n) => join(bytes(0xff, 0xd8), Buffer.alloc(n * 4, bytes(0xff, 0xe1, 0, 2)))),
  picture('JPEG: fill bytes', 'image/jpeg', (n) => join(bytes(0xff, 0xd8), new Uint8Array(n * 4).fill(0xff))),
  picture('PNG: chunks', 'image/png', (n) =>
    join(
      bytes(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
      Buffer.alloc(n * 12, bytes(0, 0, 0, 0, 116, 69, 88, 116, 0, 0, 0, 0)),
    ),
  ),
  picture('GIF: blocks', 'image/gif', (n) => join(encode('GIF89a'), Buffer.alloc(n * 4, bytes(0x21, 0xfe, 1, 0)))),
  picture('WebP: chunks', 'image/webp', (n) =>
    join(encode('RIFF\0\0\0\0WEBP'), Buffer.alloc(n * 8, encode('ABCD\0\0\0\0'))),
  ),
  picture('TIFF: entries', 'image/tiff', (n) =>
    join(bytes(0x49, 0x49, 42, 0, 8, 0, 0, 0, 255, 255), new Uint8Array(n * 12)),
  ),
  picture('AVIF: boxes', 'image/avif', (n) =>
    join(encode('\0\0\0\x18ftypavif\0\0\0\0avifmif1'), Buffer.alloc(n * 8, encode('\0\0\0\x08free'))),
  ),
  picture('AVIF: boxes of no size', 'image/avif', (n) =>
    join(encode('\0\0\0\x18ftypavif\0\0\0\0avifmif1'), new Uint8Array(n * 8)),
  ),
  picture('ICO: entries', 'image/x-icon', (n) => join(bytes(0, 0, 1, 0, 255, 255), new Uint8Array(n * 16))),
  svg('paths', (n) => '<path d="M0 0"/>'.repeat(n)),
  svg('texts', (n) => '<text>a b</text>'.repeat(n)),
  svg('groups', (n) => '<g>'.repeat(n)),
  svg('titles', (n) => '<title>a</title><desc>b</desc>'.repeat(n)),
  svg('attributes', (n) => `<g ${each(n, (i) => `a${i}="b" `)}/>`),
  svg('uses', (n) => '<use href="#a"/>'.repeat(n)),
]
