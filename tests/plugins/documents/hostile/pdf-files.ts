import { deflateSync } from 'node:zlib'
import {
  CATALOG,
  FONT,
  flate,
  gigabyteOfZeros,
  HELLO,
  latin,
  MEGA,
  onePage,
  PAGES,
  packed,
  page,
  pdfOf,
} from '../pdf-of.ts'
import type { HostilePdf } from './hostile-pdf.ts'

const nested = (open: string, close: string, levels: number) => open.repeat(levels) + close.repeat(levels)
/** PDFs whose bytes, cross-references, page tree or objects are hostile. */
export const pdfFiles: readonly HostilePdf[] = [
  { name: 'no byte at all', make: () => new Uint8Array(), fate: 'damaged' },
  { name: 'a header alone', make: () => latin('%PDF-1.7\n'), fate: 'damaged' },
  {
    name: 'a picture that calls itself one',
    make: () => latin(`\x89PNG\r\n\x1a\n${'\0'.repeat(500)}`),
    fate: 'damaged',
  },
  {
    name: 'noise',
    make: () => Uint8Array.from({ length: 50_000 }, (_, i) => (i * 7919 + (i >> 3) * 31) & 255),
    fate: 'damaged',
  },
  {
    name: 'a header and noise',
    make: () => latin(`%PDF-1.7\n${'obj endobj stream << >> [ ] xref '.repeat(3000)}`),
    fate: 'damaged',
  },
  { name: 'one cut in the middle', make: () => onePage().subarray(0, 300), fate: 'damaged' },
  { name: 'one without its last byte', make: () => onePage().subarray(0, -1), fate: 'read' },
  {
    name: 'one without cross-references',
    make: () =>
      latin(
        Buffer.from(onePage())
          .toString('latin1')
          .replace(/xref[\s\S]*trailer/, 'trailer'),
      ),
    fate: 'read',
  },
  {
    name: 'one whose cross-references are wrong',
    make: () =>
      latin(
        Buffer.from(onePage())
          .toString('latin1')
          .replace(/\d{10} 00000 n/g, '0000000042 00000 n'),
      ),
    fate: 'read',
  },
  {
    name: 'one whose cross-references lead to themselves',
    make: () =>
      latin(
        Buffer.from(onePage())
          .toString('latin1')
          .replace(/<<\/Size (\d+)\/Root 1 0 R>>\nstartxref\n(\d+)/, '<</Size $1/Root 1 0 R/Prev $2>>\nstartxref\n$2'),
      ),
    fate: 'read',
  },
  {
    name: 'one whose cross-references start beyond it',
    make: () =>
      latin(
        Buffer.from(onePage())
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n99999999999999'),
      ),
    fate: 'read',
  },
  { name: 'no pages', make: () => pdfOf([CATALOG, '<</Type/Pages/Kids[]/Count 0>>']), fate: 'damaged' },
  { name: 'no catalogue', make: () => pdfOf(['<</Type/Nothing>>']), fate: 'damaged' },
  {
    name: 'a tree of pages that holds itself',
    make: () => pdfOf([CATALOG, '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2>>']),
    fate: 'damaged',
  },
  {
    name: 'two billion pages that are not there',
    make: () =>
      pdfOf([CATALOG, '<</Type/Pages/Kids[3 0 R]/Count 2147483647>>', page(), { dict: '', data: HELLO }, FONT]),
    fate: 'read',
  },
  {
    name: 'less than no pages',
    make: () => pdfOf([CATALOG, '<</Type/Pages/Kids[3 0 R]/Count -5>>', page(), { dict: '', data: HELLO }, FONT]),
    fate: 'damaged',
  },
  {
    // Finding a page among the others takes the longer the more are before it.
    name: 'eleven thousand pages side by side, of which three thousand are there',
    make: () =>
      pdfOf([
        CATALOG,
        `<</Type/Pages/Kids[${Array.from({ length: 3_000 }, (_, i) => `${i + 5} 0 R`).join(' ')}]/Count 11000>>`,
        FONT,
        { dict: '', data: HELLO },
        ...Array.from({ length: 3_000 }, () => page().replace('5 0 R', '3 0 R')),
      ]),
    fate: 'read',
    isBomb: true,
  },
  {
    name: 'a tree of pages a thousand deep',
    make: () =>
      pdfOf([
        CATALOG,
        ...Array.from({ length: 1000 }, (_, i) => `<</Type/Pages/Count 1/Kids[${i + 3} 0 R]>>`),
        '<</Type/Page/MediaBox[0 0 9 9]>>',
      ]),
    fate: 'scanned',
  },
  {
    name: 'arrays a hundred thousand deep',
    make: () => pdfOf([CATALOG, PAGES, `<</Type/Page/X ${nested('[', ']', 100_000)}>>`]),
    fate: 'damaged',
  },
  {
    name: 'dictionaries a hundred thousand deep',
    make: () => pdfOf([CATALOG, PAGES, `<</Type/Page/X ${nested('<</A ', '>>', 100_000)}>>`]),
    fate: 'damaged',
  },
  {
    name: 'arrays in its content, a million deep',
    make: () => onePage({ dict: '', data: nested('[', ']', 1_000_000) }),
    fate: 'scanned',
  },
  {
    name: 'a gigabyte of nothing in a megabyte',
    make: () => onePage(flate(gigabyteOfZeros())),
    fate: 'too_large',
    isBomb: true,
  },
  {
    name: 'a gigabyte packed twice in a few kilobytes',
    make: () =>
      onePage({ dict: '/Filter[/FlateDecode/FlateDecode]', data: deflateSync(gigabyteOfZeros(), { level: 9 }) }),
    fate: 'too_large',
    isBomb: true,
  },
  {
    name: 'a gigabyte among its objects',
    make: () =>
      pdfOf(
        [CATALOG, '6 0 R', { dict: '/Type/ObjStm/N 100/First 1000/Filter/FlateDecode', data: gigabyteOfZeros() }],
        '/XRefStm 20',
      ),
    fate: 'damaged',
    isBomb: true,
  },
  {
    // More operators than are read of a file of its size are in 2 MB.
    name: 'text over and over, 8 MB of it',
    make: () => onePage(flate(packed(8 * MEGA, `${HELLO}\n`))),
    fate: 'too_large',
    isBomb: true,
  },
  {
    name: 'brackets over and over, 40 MB of them',
    make: () => onePage(flate(packed(40 * MEGA, '['))),
    fate: 'too_large',
    isBomb: true,
  },
  {
    name: 'lines that are drawn, three million of them',
    make: () => onePage(flate(packed(40 * MEGA, '0 0 m 9 9 l S\n'))),
    fate: 'too_large',
    isBomb: true,
  },
]
