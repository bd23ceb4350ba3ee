/** Elements for presentation or internal use. They make up most of a file. */
const presentational = new Set(
  (
    'w:proofErr w:bookmarkStart w:bookmarkEnd w:lastRenderedPageBreak w:sectPr w:shd w:spacing w:ind w:jc w:tabs w:color ' +
    'w:szCs w:bCs w:iCs w:kern w:w w:tblGrid w:tblBorders w:tcBorders w:tcW w:tblW w:tcMar w:tblCellMar w:vAlign ' +
    'w:keepNext w:keepLines w:widowControl w:contextualSpacing w:highlight w:u w:snapToGrid w:adjustRightInd ' +
    'w:latentStyles w:pBdr w:noProof w:rPrChange w:pPrChange w:tblPrChange w:trPrChange w:tcPrChange w:sectPrChange ' +
    'w:numberingChange w:tblPrExChange m:ctrlPr ' +
    'a:solidFill a:gradFill a:noFill a:ln a:effectLst a:prstGeom a:custGeom a:xfrm a:lnSpc a:spcBef a:spcAft a:buFont ' +
    'a:buClr a:buSzPct a:ea a:cs a:tblGrid a:tcPr p:timing p:transition p:bg p:clrMap ' +
    'style:paragraph-properties style:graphic-properties style:page-layout ' +
    'style:master-page style:table-row-properties style:table-column-properties text:soft-page-break text:bookmark ' +
    'text:bookmark-start text:bookmark-end style:list-level-properties'
  ).split(' '),
)

/** Whether an element with its content is irrelevant to the text. */
export const isPresentational = (name: string): boolean => presentational.has(name)
