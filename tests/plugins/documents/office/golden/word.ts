import type { GoldenDocument } from './document.ts'
import { formulas, locked, page, paged, quote, report, reported, words } from './expected.ts'

export const word: readonly GoldenDocument[] = [
  {
    file: 'report-pandoc.docx',
    from: 'pandoc',
    tries: 'headings, nested lists, a note, a table, code, a quotation, formulas, a picture',
    ...reported,
    pages: 1,
    says: [...report, quote, ...formulas, '![A kettle drawn](#word/media/'],
  },
  {
    file: 'report-office2.docx',
    from: 'LibreOffice',
    tries: 'the same, from OpenDocument',
    ...reported,
    says: [...report, quote],
  },
  { file: 'page.docx', from: 'LibreOffice', tries: 'a page saved as a document', ...paged, says: page },
  { file: 'page.dotx', from: 'LibreOffice', tries: 'a template', ...paged, says: page },
  {
    file: 'words-pandoc.docx',
    from: 'pandoc',
    tries: 'scripts of the world, two authors',
    title: '世界の言葉',
    author: 'Zoë Ångström; 李雷',
    language: 'ja-JP',
    says: [...words, 'これは段落です。**太字**と*斜体*。'],
  },
  {
    file: 'edits.docx',
    from: 'by hand',
    tries: 'text that was inserted, deleted, moved and hidden; a deleted row; the deleted end of a paragraph',
    title: 'Edits',
    date: '2025-05-06T07:08:09Z',
    says: [
      'Kept inserted end.\n\nFirst half second half.\n\nHere.\n\nmoved to\n\nVisible text.\n\n| a | b |',
      '| c | d |',
    ],
    never: ['DELETED', 'MOVEDFROM', 'HIDDEN'],
  },
  {
    file: 'notes.docx',
    from: 'by hand',
    tries: 'footnotes and endnotes in the order of the text, a link in one',
    says: [
      'One[^1] two[^2] three[^3].',
      '[^1]: The first, at the end\n[^2]: The second, with [a link](https://notes.example/)\n[^3]: The third',
    ],
  },
  {
    file: 'numbering.docx',
    from: 'by hand',
    tries: 'numbered headings of a German Word, letters and Roman numbers, a list that begins anew, a style on another',
    language: 'en-GB',
    says: [
      '# Manual\n\n# 1 Start\n\n## 1.1 Parts\n\n## 1.2 More parts\n\n# Appendix\n\n# 2 Use\n\n## 2.1 Care',
      '1. one\n   1. letter\n      1. roman\n2. two\n\nbetween\n\n3. three\n\n5) five\n6) six',
      '- point\n  - dash\n\nnot in a list\n\n> quoted\n\n```\nline 1\n  line 2\n```',
    ],
  },
  {
    file: 'fields.docx',
    from: 'by hand',
    tries: 'fields: links, a page number, a table of contents; signs of picture fonts; a link to a script',
    says: [
      'See [**the page**](https://a.example/x?y=1&z=2) and 7, or [that one](https://b.example/doc#part), not a script.',
      'Tick ☑ alpha α co‑op  \nnext line',
    ],
    never: ['CONTENTSENTRY', 'Listed', 'javascript'],
    links: ['https://a.example/x?y=1&z=2', 'https://b.example/doc#part'],
  },
  {
    file: 'tables.docx',
    from: 'by hand',
    tries: 'merged cells, a table in a table, a list in a cell, a frame, a row that begins later',
    says: [
      '| Name | Sizes |  |\n| --- | --- | --- |\n| Small | 10 | 20 |\n| Small | 11 | 21 |\n| Wide |  |  |',
      '| in 1 | in 2 |\n| --- | --- |\n| in 3 | in 4 |',
      '- li 1\n- li 2\n\nFramed text\n\nin a box',
      '| x1 | y1 | z1 |\n| --- | --- | --- |\n|  | y2 | z2 |',
    ],
  },
  {
    file: 'figures.docx',
    from: 'by hand',
    tries: 'a picture, a text box that stands twice in the file, a chart, a diagram, formulas',
    says: [
      'Look: ![A copper kettle & its lid](#word/media/image1.png)\n\nAnchor.\n\nBoxed words\n\nSales',
      '|  | Kettles | Pots |\n| --- | --- | --- |\n| Q1 | 3 | 5 |\n| Q2 | 4 | 6.5 |\n\n- Plan\n- Do',
      '$$x = \\frac{- b \\pm \\sqrt{b^2 - 4 a c}}{2 a}$$',
      '\\begin{matrix}1 & 0 \\\\ 0 & 1\\end{matrix}',
    ],
    never: ['Boxed words\n\nBoxed words'],
  },
  {
    file: 'strict.docx',
    from: 'by hand',
    tries: 'the strict namespaces under other prefixes, UTF-16, no styles, absolute names of parts',
    title: 'Strict heading',
    says: ['# Strict heading\n\n**Bold** and [linked](https://strict.example/)'],
  },
  { file: 'old.doc', from: 'LibreOffice', tries: 'Word before 2007', refused: 'unsupported_type' },
  { file: 'locked.docx', ...locked },
  { file: 'cut.docx', from: 'by hand', tries: 'half of a file', refused: 'damaged' },
  { file: 'no-text.docx', from: 'by hand', tries: 'no body', refused: 'damaged' },
  { file: 'entities.docx', from: 'by hand', tries: 'an entity of its own', refused: 'damaged' },
]
