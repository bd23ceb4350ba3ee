import type { GoldenDocument } from './document.ts'
import { formulas, locked, page, paged, quote, report, reported, words } from './expected.ts'

export const openDocument: readonly GoldenDocument[] = [
  {
    file: 'report-pandoc.odt',
    from: 'pandoc',
    tries: 'headings, nested lists, a note, a table, code, a quotation, formulas as objects',
    ...reported,
    says: [...report, quote, ...formulas],
  },
  {
    file: 'report-office.odt',
    from: 'LibreOffice',
    tries: 'lists in pieces that go on',
    ...reported,
    pages: 2,
    says: [...report, quote, '![A kettle drawn](#Pictures/'],
  },
  { file: 'page.odt', from: 'LibreOffice', tries: 'a page saved as a document', ...paged, says: page },
  {
    file: 'words-pandoc.odt',
    from: 'pandoc',
    tries: 'scripts of the world',
    title: '世界の言葉',
    language: 'ja-JP',
    says: [...words, 'これは段落です。**太字**と*斜体*。'],
  },
  { file: 'words-office.odt', from: 'LibreOffice', tries: 'scripts of the world', title: '世界の言葉', says: words },
  {
    file: 'parts.odt',
    from: 'by hand',
    tries: 'what was deleted or hidden, remarks, an index, a text box, a formula, a picture, a list in a cell',
    title: 'Spaces here',
    says: [
      '## Spaces here\n\nSome **bold**[^1], [link](https://odt.example/),  \nbroken.\n\nIn the box\n\nFormula $\\frac{1}{n}$ there.\n\n![Lid](#Pictures/a.png)',
      '| a | b1<br>b2 |',
      '[^1]: The note.',
    ],
    never: ['REMOVED', 'INDEXENTRY', 'CONCEALED', 'REMARK', 'over n'],
  },
  { file: 'locked.odt', ...locked },
]
