import type { Random } from './random.ts'

/** Pieces that cause faults in parsers of pages and documents. */
const PIECES = [
  '<',
  '>',
  '</',
  '<!--',
  '-->',
  '<![CDATA[',
  '&#x110000;',
  '&amp',
  '"',
  "'",
  '\0',
  '\ufeff',
  '<table>',
  '<tr><td>',
  '</p>',
  '<b><p>',
  '<svg>',
  '<math><mi>',
  '<template>',
  '<select>',
  '<script>',
  '</script>',
  '<plaintext>',
  '<a href="',
  ' rowspan=65534 colspan=1000 ',
  '{"@graph":[',
  ']}',
  '{\\rtf1 ',
  '\\bin99999999 ',
  '<</Kids[2 0 R]',
  '>>\nendobj\n',
  'stream\n',
  '4294967295',
  '-1',
  '1e999',
  '\u202e',
  '字',
]
/** The most bytes of a mutated sample. */
const MAX_LENGTH = 2 * 2 ** 20

/** Changes bytes in a few places: inserts, removes, doubles and moves pieces, and changes characters. */
export function mutate(bytes: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  let changed: Buffer = Buffer.from(bytes)
  for (let i = 1 + random.below(8); i > 0; i--) changed = changeOnce(changed, random, other)
  return new Uint8Array(changed.subarray(0, MAX_LENGTH))
}

function changeOnce(bytes: Buffer, random: Random, other: Uint8Array): Buffer {
  const from = random.below(bytes.length + 1)
  const to = Math.min(bytes.length, from + random.below(2 ** random.below(14)))
  const with_ = (middle: Uint8Array) => Buffer.concat([bytes.subarray(0, from), middle, bytes.subarray(to)])
  switch (random.below(8)) {
    case 0:
      return with_(Buffer.from(random.of(PIECES)))
    case 1:
      return with_(Buffer.from(random.of(PIECES).repeat(2 ** random.below(12))))
    case 2:
      return with_(Buffer.alloc(0))
    case 3: {
      const piece = bytes.subarray(from, to)
      return with_(Buffer.concat(Array.from({ length: 1 + random.below(50) }, () => piece)))
    }
    case 4: {
      const start = random.below(other.length + 1)
      return with_(Buffer.from(other.subarray(start, start + random.below(4096))))
    }
    case 5: {
      const flipped = Buffer.from(bytes)
      for (let i = random.below(20); i >= 0; i--) flipped[random.below(bytes.length)] = random.below(256)
      return flipped
    }
    case 6:
      return bytes.subarray(0, from)
    default:
      return Buffer.concat([bytes.subarray(from), bytes.subarray(0, from)])
  }
}
