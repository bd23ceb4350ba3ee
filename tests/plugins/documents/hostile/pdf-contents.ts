import { CATALOG, FONT, HELLO, latin, MEGA, onePage, PAGES, packed, page, pdfOf } from '../pdf-of.ts'
import type { HostilePdf } from './hostile-pdf.ts'

/** PDFs whose forms, fonts, images, streams or metadata are hostile. */
export const pdfContents: readonly HostilePdf[] = [
  {
    name: 'a form that draws itself',
    make: () =>
      onePage(
        { dict: '', data: `/X Do ${HELLO}` },
        [{ dict: '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 6 0 R>>>>', data: '/X Do' }],
        '/XObject<</X 6 0 R>>',
      ),
    fate: 'read',
  },
  {
    name: 'forms that draw ten others each, nine deep',
    make: () =>
      onePage(
        { dict: '', data: '/X Do' },
        Array.from({ length: 9 }, (_, i) => ({
          dict: `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${i + 7} 0 R>>/Font<</F1 5 0 R>>>>`,
          data: i === 8 ? HELLO : '/X Do '.repeat(10),
        })),
        '/XObject<</X 6 0 R>>',
      ),
    fate: 'too_large',
    isBomb: true,
  },
  {
    name: 'a font whose program is noise',
    make: () =>
      pdfOf([
        CATALOG,
        PAGES,
        page(),
        { dict: '', data: HELLO },
        '<</Type/Font/Subtype/TrueType/BaseFont/Noise/FirstChar 0/LastChar 255/FontDescriptor 6 0 R>>',
        '<</Type/FontDescriptor/FontName/Noise/Flags 4/FontFile2 7 0 R>>',
        { dict: '/Length1 5000', data: new Uint8Array(5000).map((_, i) => (i * 31) & 255) },
      ]),
    fate: 'read',
  },
  {
    name: 'a font with four billion characters',
    make: () =>
      pdfOf([
        CATALOG,
        PAGES,
        page(),
        { dict: '', data: HELLO },
        '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>',
        {
          dict: '',
          data: '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00000000> <ffffffff> endcodespacerange 1 beginbfrange <00000000> <ffffffff> <0041> endbfrange endcmap',
        },
      ]),
    fate: 'read',
  },
  {
    name: 'a font whose letters are drawn by themselves',
    make: () =>
      pdfOf([
        CATALOG,
        PAGES,
        page(),
        { dict: '', data: 'BT /F1 12 Tf 72 700 Td (AAAA) Tj ET' },
        '<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar 65/Widths[9]/Encoding<</Differences[65/a]>>/CharProcs<</a 6 0 R>>/Resources<</Font<</F1 5 0 R>>>>>>',
        { dict: '', data: 'BT /F1 9 Tf (A) Tj ET' },
      ]),
    fate: 'read',
  },
  {
    name: 'a page without bounds',
    make: () => latin(Buffer.from(onePage()).toString('latin1').replace('[0 0 612 792]', '[-1e99 0 1e308 /x]')),
    fate: 'read',
  },
  {
    name: 'text at no place',
    make: () =>
      onePage({
        dict: '',
        data: 'BT /F1 1e38 Tf 1e38 0 0 1e38 1e38 1e38 Tm (huge) Tj /F1 0 Tf (none) Tj /F1 12 Tf 1 0 0 1 72 700 Tm (seen) Tj ET',
      }),
    fate: 'read',
  },
  {
    name: 'a tree of its structure that holds itself',
    make: () =>
      pdfOf([
        '<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 6 0 R>>',
        PAGES,
        page().replace('/Type/Page', '/Type/Page/StructParents 0'),
        { dict: '', data: `/P <</MCID 0>> BDC ${HELLO} EMC` },
        FONT,
        '<</Type/StructTreeRoot/K 7 0 R/ParentTree<</Nums[0[7 0 R]]>>>>',
        '<</Type/StructElem/S/P/P 7 0 R/K[7 0 R 0]/Pg 3 0 R>>',
      ]),
    fate: 'read',
  },
  {
    name: 'an outline that leads to itself',
    make: () =>
      pdfOf([
        '<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R>>',
        PAGES,
        page(),
        { dict: '', data: HELLO },
        FONT,
        '<</Type/Outlines/First 7 0 R/Last 7 0 R>>',
        '<</Title(a)/Next 7 0 R/First 7 0 R/Parent 6 0 R>>',
      ]),
    fate: 'read',
  },
  {
    name: 'a hundred thousand annotations',
    make: () =>
      latin(
        Buffer.from(onePage())
          .toString('latin1')
          .replace(
            '/Contents',
            `/Annots[${'<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://a.example/)>>>>'.repeat(100_000)}]/Contents`,
          ),
      ),
    fate: 'too_large',
    isBomb: true,
  },
  {
    name: 'a picture of ten billion dots',
    make: () =>
      onePage(
        { dict: '', data: `/I Do ${HELLO}` },
        [
          {
            dict: '/Type/XObject/Subtype/Image/Width 100000/Height 100000/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode',
            data: packed(MEGA),
          },
        ],
        '/XObject<</I 6 0 R>>',
      ),
    fate: 'read',
  },
  {
    name: 'a picture of noise in each form',
    make: () =>
      onePage(
        { dict: '', data: `/I Do /J Do ${HELLO}` },
        [
          { dict: '/Type/XObject/Subtype/Image/Width 9/Height 9/Filter/JPXDecode', data: 'noise' },
          { dict: '/Type/XObject/Subtype/Image/Width 9/Height 9/Filter/JBIG2Decode', data: 'noise' },
        ],
        '/XObject<</I 6 0 R/J 7 0 R>>',
      ),
    fate: 'read',
  },
  {
    name: 'a picture in its text that never ends',
    make: () =>
      onePage({ dict: '', data: `${HELLO} BI /W 9999999 /H 9999999 /BPC 8 /CS /RGB ID ${'x'.repeat(100_000)}` }),
    fate: 'read',
  },
  {
    name: 'a stream through a thousand filters',
    make: () => onePage({ dict: `/Filter[${'/ASCIIHexDecode'.repeat(1000)}]`, data: '48656c6c6f>' }),
    fate: 'scanned',
  },
  {
    name: 'a stream that lies about its length',
    make: () => onePage({ dict: '/Length 2000000000', data: HELLO }),
    fate: 'read',
  },
  {
    name: 'a stream whose length is itself',
    make: () => onePage({ dict: '/Length 4 0 R', data: HELLO }),
    fate: 'read',
  },
  {
    name: 'metadata that multiply',
    make: () =>
      pdfOf([
        '<</Type/Catalog/Pages 2 0 R/Metadata 6 0 R>>',
        PAGES,
        page(),
        { dict: '', data: HELLO },
        FONT,
        {
          dict: '/Type/Metadata/Subtype/XML',
          data: `<!DOCTYPE x [<!ENTITY a "${'k'.repeat(1000)}">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${'bcdefghij'[i]} "${`&${'abcdefghi'[i]};`.repeat(10)}">`).join('')}]><x:xmpmeta xmlns:x="adobe:ns:meta/"><dc:title>&j;</dc:title></x:xmpmeta>`,
        },
      ]),
    fate: 'read',
  },
  {
    name: 'a title of a megabyte',
    make: () =>
      pdfOf(
        [CATALOG, PAGES, page(), { dict: '', data: HELLO }, FONT, `<</Title(${'k'.repeat(MEGA)})>>`],
        '/Info 6 0 R',
      ),
    fate: 'read',
  },
  {
    name: 'a lock that makes no sense',
    make: () =>
      pdfOf(
        [CATALOG, PAGES, page(), { dict: '', data: HELLO }, FONT, '<</Filter/Standard/V 99/R 99/O(x)/U(y)/P -1>>'],
        '/Encrypt 6 0 R/ID[(a)(b)]',
      ),
    fate: 'encrypted',
  },
  {
    name: 'a lock of a kind of its own',
    make: () =>
      pdfOf(
        [CATALOG, PAGES, page(), { dict: '', data: HELLO }, FONT, '<</Filter/Own.Lock/V 1>>'],
        '/Encrypt 6 0 R/ID[(a)(b)]',
      ),
    fate: 'encrypted',
  },
  {
    name: 'scripts and programs to start',
    make: () =>
      pdfOf([
        '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(while\\(true\\){})>>/AA<</WC<</S/Launch/F(/bin/sh)>>>>>>',
        PAGES,
        page(),
        { dict: '', data: HELLO },
        FONT,
      ]),
    fate: 'read',
  },
]
