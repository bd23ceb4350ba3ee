import { latin, pdfOf } from './pdf-of.ts'

/**
 * A PDF with a font that is not embedded and uses one of Adobe's predefined character maps. Each line is a position
 * and its bytes in that encoding as hexadecimal digits.
 */
export const eastAsian = (
  font: string,
  encoding: string,
  ordering: string,
  lines: string | [x: number, y: number, hex: string][],
): Uint8Array => {
  const placed = typeof lines === 'string' ? [[72, 700, lines]] : lines
  const shown = placed.map(([x, y, hex]) => `1 0 0 1 ${x} ${y} Tm <${hex}> Tj`).join(' ')
  return pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    { dict: '', data: latin(`BT /F1 12 Tf ${shown} ET`) },
    `<</Type/Font/Subtype/Type0/BaseFont/${font}/Encoding/${encoding}/DescendantFonts[6 0 R]>>`,
    `<</Type/Font/Subtype/CIDFontType0/BaseFont/${font}/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>/DW 1000/FontDescriptor 7 0 R>>`,
    `<</Type/FontDescriptor/FontName/${font}/Flags 4/ItalicAngle 0/Ascent 880/Descent -120/CapHeight 880/StemV 80/FontBBox[0 -120 1000 880]>>`,
  ])
}
