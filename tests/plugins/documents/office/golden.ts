/** A document of the golden set: what made it, what it tries, and what must be read of it. */
export interface GoldenDocument {
  file: string
  /** `LibreOffice`, `pandoc`, `SheetJS`; `by hand` where no program writes the case. */
  from: string
  tries: string
  title?: string | null
  author?: string | null
  language?: string | null
  /** As it begins. */
  date?: string
  pages?: number
  /** Each stands in the Markdown. */
  says?: readonly string[]
  /** None stands in the Markdown, the HTML, the text or the JSON. */
  never?: readonly string[]
  /** Of workbooks: all of it. */
  json?: unknown
  links?: readonly string[]
  /** The reason of a refusal. */
  refused?: string
}

const boiling =
  'Water boils at **100 °C** in a *copper* kettle[^1], as `boil()` says; H<sub>2</sub>O and E=mc<sup>2</sup> and ~~not~~ [this page](https://shop.example/a?b=1&c=2).'
const nested = '1. First\n2. Second\n   - inner one\n   - inner two\n     1. deep\n3. Third\n\nBetween.\n\n4. Fourth'
const code = '```\ndef boil(t):\n    return t >= 100  # <hot>\n```'
const stockTable = '| Item | Qty | Price |\n| --- | --- | --- |\n| Kettle | 3 | 19.50 |\n| Pot \\| lid | 4 | 7 |'
const report = [
  '# Boiling',
  '## Lists',
  boiling,
  nested,
  '- plain\n- list',
  stockTable,
  code,
  '[^1]: See the *manual*, page 3.',
]
const quote = '> A quotation that runs on.'
const formulas = ['Inline $x^2 + \\frac{1}{2}$ and display:', '\\sqrt{x_i}']
const reported = {
  title: 'Kettle report',
  language: 'en-GB',
  author: 'Ada Weaver',
  links: ['https://shop.example/a?b=1&c=2'],
}

const words = [
  '# 日本語の見出し',
  '# Русский заголовок\n\nПривет, мир! «Кавычки» — тире…',
  'مرحبا بالعالم، هذا نص عربي.',
  'שלום עולם',
  '👩‍🚀 naïve café – “quotes” ½ × 2 ≤ 3 & \\<angle> [brackets] a_b \\*stars\\* 100 %',
  '| 名前 | 値 |\n| --- | --- |\n| 銅 | 1 |\n| \\<b> | a\\|b |',
]

const page = [
  '# Handbuch',
  'Ein **fetter**, *schräger* und ~~falscher~~ Text mit [Verweis](https://kessel.example/größe), H<sub>2</sub>O, m<sup>2</sup>.',
  '- Deckel\n  - Knauf\n  - Rand\n- Boden\n\n3. drei\n4. vier',
  '| Klein | 10 | 20 |\n| Klein | 11 | 21 |\n| Groß | viel |  |',
  '> Wer kocht, der hofft.',
  '```\nkochen(100);\n  warten();\n```',
  'Zeile eins  \nZeile zwei',
  '###### Ende',
]
const paged = { title: 'Handbuch der Kessel', author: 'Grete Müller' }

const talk = [
  '## Kettles at work',
  '- They boil\n  - quickly\n  - safely\n- They pour\n\n### Notes\n\nSay hello first. *Then* show the kettle.',
  '1. Fill\n2. Heat\n3. Pour',
  '| Item | Price |\n| --- | --- |\n| Kettle | 19.50 |\n| Pot | 7 |\n\n### Notes\n\nPrices include tax.',
  'Left side text\n\nRight side [link](https://shop.example/)',
  '## Code\n\n```\nheat(100)\n```',
]

const stockRows = [
  {
    Item: 'Copper kettle',
    Qty: 3,
    Price: 19.5,
    Since: '2024-02-29',
    Checked: '2025-12-31T23:30:00',
    Open: true,
    Share: 0.125,
    At: '13:45:00',
    Total: 58.5,
  },
  {
    Item: 'Tea | pot\nsecond line',
    Qty: -4.25,
    Price: null,
    Since: '1999-01-01',
    Checked: null,
    Open: false,
    Share: null,
    At: null,
    Total: '#DIV/0!',
  },
  {
    Item: '007',
    Qty: 12345678901,
    Price: null,
    Since: null,
    Checked: null,
    Open: null,
    Share: null,
    At: null,
    Total: 'shop',
  },
]
const staff = [
  { Name: 'Zoë Ångström', Role: 'Keeper' },
  { Name: '李雷', Role: 'Keeper' },
]
const stock = {
  tries: 'types of cells, several sheets, a hidden and an empty one, a cell merged over rows',
  title: 'Warehouse stock',
  author: 'Ada Weaver',
  json: {
    sheets: [
      { name: 'Stock', rows: stockRows },
      { name: 'Staff & more', rows: staff },
      { name: 'Hidden', hidden: true, rows: [{ Secret: 42 }] },
    ],
  },
  says: ['## Staff & more\n\n| Name | Role |', '| Tea \\| pot second line | -4.25 |'],
  links: ['https://shop.example/kettle'],
}

const population = {
  tries: 'lines above the table, years as names of columns, sums',
  title: 'Population',
  author: 'Bureau of Numbers',
  says: ['Source: Bureau of Numbers, 2026\n\n| Country | Code | 2019 | 2020 | Change |'],
}
const populationRows = (france: number) => ({
  sheets: [
    {
      name: 'Data',
      notes: ['Population by country, millions', 'Source: Bureau of Numbers, 2026'],
      rows: [
        { Country: 'France', Code: 'FR', 2019: 67.2, 2020: 67.6, Change: france },
        { Country: 'Japan', Code: 'JP', 2019: 126.3, 2020: 125.8, Change: -0.5 },
        { Country: 'Iceland', Code: 'IS', 2019: 0.36, 2020: 0.37, Change: 1.03 },
      ],
    },
  ],
})

const sums = {
  tries: 'results of formulas: text, truth, errors, a date, large and small numbers',
  json: [
    ['sum', 6],
    ['text', 'ab'],
    ['truth', true],
    ['division', '#DIV/0!'],
    ['missing', '#N/A'],
    ['name', '#NAME?'],
    ['empty text', null],
    ['date', '2024-02-29'],
    ['big', 12345678901234],
    ['small', 1e-7],
    ['negative', -0.5],
  ].map(([What, Value]) => ({ What, Value })),
}
const macDates = {
  tries: 'days counted from 1904',
  json: [
    { Event: 'leap day', Day: '2024-02-29' },
    { Event: 'moon', Day: '1969-07-20' },
    { Event: 'epoch', Day: '1904-01-03' },
  ],
}
const spans = {
  tries: 'merged cells, a table that begins in the middle, sheets whose names are numbers',
  json: {
    sheets: [
      {
        name: 'Plan',
        rows: [
          { Region: 'North', City: 'Oslo', People: 709 },
          { Region: 'North', City: 'Bergen', People: 286 },
          { Region: 'South', City: 'Rome', People: 2873 },
          { Region: 'South', City: 'Bari', People: 316 },
          { Region: 'Total', City: null, People: 4184 },
        ],
      },
      {
        name: 'Corner',
        rows: [
          { x: 1, y: 2 },
          { x: 3, y: 4 },
        ],
      },
      { name: '2025', rows: [{ A: 'one' }] },
      { name: '2024', rows: [{ A: 'two' }] },
    ],
  },
}
const wordRows = {
  tries: 'scripts of the world, one sheet',
  json: [
    { 言語: '日本語', 挨拶: 'こんにちは', قیمت: 1 },
    { 言語: 'Русский', 挨拶: 'Привет', قیمت: 2 },
    { 言語: 'العربية', 挨拶: 'مرحبا', قیمت: 3 },
    { 言語: 'עברית', 挨拶: 'שלום', قیمت: 4 },
    { 言語: 'emoji', 挨拶: '👩‍🚀 naïve', قیمت: 5 },
  ],
}
const locked = { from: 'by hand', tries: 'a password', refused: 'encrypted' }

export const golden: readonly GoldenDocument[] = [
  // Workbooks
  { file: 'stock.xlsx', from: 'LibreOffice', ...stock },
  { file: 'stock.xls', from: 'LibreOffice', ...stock },
  { file: 'stock.ods', from: 'LibreOffice', ...stock },
  { file: 'stock.xlsm', from: 'LibreOffice', ...stock },
  { file: 'stock.ots', from: 'LibreOffice', ...stock, title: undefined },
  { file: 'stock-sheetjs.xlsx', from: 'SheetJS', ...stock },
  { file: 'stock-sheetjs.xlsb', from: 'SheetJS', ...stock },
  { file: 'stock-2003.xls', from: 'SheetJS', ...stock, tries: 'the XML of Excel 2003' },
  {
    file: 'stock-biff5.xls',
    from: 'SheetJS',
    tries: 'the binary format of Excel 95',
    says: ['| Copper kettle | 3 | 19.5 | 2024-02-29 | 2025-12-31T23:30:00 | true | 0.125 | 13:45:00 | 58.5 |'],
  },
  { file: 'population.xlsx', from: 'LibreOffice', ...population, json: populationRows(0.399999999999992) },
  { file: 'population.xls', from: 'LibreOffice', ...population, json: populationRows(0.399999999999991) },
  { file: 'population.ods', from: 'LibreOffice', ...population, json: populationRows(0.399999999999992) },
  { file: 'formulas.xlsx', from: 'LibreOffice', ...sums },
  { file: 'formulas.xls', from: 'LibreOffice', ...sums },
  { file: 'formulas.ods', from: 'LibreOffice', ...sums },
  { file: 'mac-dates.xlsx', from: 'LibreOffice', ...macDates },
  { file: 'mac-dates.xls', from: 'LibreOffice', ...macDates },
  { file: 'mac-dates.ods', from: 'LibreOffice', ...macDates },
  { file: 'spans.xlsx', from: 'LibreOffice', ...spans },
  { file: 'spans.xls', from: 'LibreOffice', ...spans },
  { file: 'spans.ods', from: 'LibreOffice', ...spans },
  { file: 'words.xlsx', from: 'LibreOffice', ...wordRows },
  { file: 'words.xls', from: 'LibreOffice', ...wordRows },
  { file: 'words.ods', from: 'LibreOffice', ...wordRows },
  {
    file: 'cells.xlsx',
    from: 'by hand',
    tries: 'strings in cells, in pieces and with readings; cells without an address; a formula without a result',
    json: [
      { Key: '漢字', Second: true, Third: '#REF!' },
      { Key: 'rich inline', Second: 1500, Third: '2024-02-29T12:00:00' },
      { Key: null, Second: 2, Third: null },
    ],
  },
  { file: 'locked.ods', ...locked },

  // Word
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

  // OpenDocument text
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

  // RTF
  {
    file: 'report-pandoc.rtf',
    from: 'pandoc',
    tries: 'lists whose marks stand as text',
    says: report,
    links: reported.links,
  },
  {
    file: 'report-office.rtf',
    from: 'LibreOffice',
    tries: 'style sheet, list tables, a field',
    ...reported,
    says: [...report, quote, '![A kettle drawn](#picture)'],
  },
  { file: 'page.rtf', from: 'LibreOffice', tries: 'merged cells', ...paged, says: page },
  { file: 'words-pandoc.rtf', from: 'pandoc', tries: 'scripts of the world', says: words },
  {
    file: 'words-office.rtf',
    from: 'LibreOffice',
    tries: 'scripts of the world, a title that stands twice',
    title: '世界の言葉',
    author: 'Zoë Ångström; 李雷',
    language: 'ja-JP',
    says: words,
  },
  {
    file: 'mixed.rtf',
    from: 'by hand',
    tries:
      'code pages of fonts, two bytes a character, \\u with and without substitutes, merged cells, old lists, bytes',
    title: 'Café xlist',
    author: 'Ada',
    language: 'de-DE',
    date: '2024-02-29T10:05:00',
    pages: 3,
    says: [
      '# Prices – now\n\nПривет日本 €100 ☃',
      'shown **bold *both* bold** plain ~~s~~<sup>2</sup><sub>3</sub> `code`[^1]',
      '[link](http://rtf.example/?a=1) and  \nnew line\n\n- old bullet\n\n> Quoted.',
      '| tall | one |\n| tall | two<br>three |\n\nafter\n\nend',
      '[^1]: A note with *style*.',
    ],
    never: ['HEADERTEXT', 'FALLBACK', 'HIDDENTEXT', 'GONE', 'IGNORED', '89504e47'],
  },
  { file: 'cut.rtf', from: 'by hand', tries: 'half of a file', says: ['# Prices – now'] },

  // Slides
  {
    file: 'talk-pandoc.pptx',
    from: 'pandoc',
    tries: 'lists, a table, notes, columns, code',
    title: 'Kettles at work',
    author: 'Ada Weaver',
    pages: 6,
    says: talk,
  },
  {
    file: 'talk-office.pptx',
    from: 'LibreOffice',
    tries: 'the same, from OpenDocument; layouts that no slide has are taken out',
    title: 'Kettles at work',
    pages: 6,
    says: talk,
  },
  {
    file: 'talk-office.odp',
    from: 'LibreOffice',
    tries: 'lists in pieces, a table, notes, columns, code',
    title: 'Kettles at work',
    author: 'Ada Weaver',
    pages: 6,
    says: talk,
  },
  {
    file: 'shapes.pptx',
    from: 'by hand',
    tries:
      'slides in another order than their files, bullets of the master, numbers from 4, groups, merged cells, a chart',
    title: 'The real title',
    language: 'en-GB',
    pages: 2,
    says: [
      '## The real title\n\n- Top\n  - Nested\n\nPlain line\n\n4. Step one\n5. Step two\n\n**Free text**\n\n![A drawn kettle](#ppt/media/k.png)\n\n### Notes\n\nSpeak slowly.\n\n## Slide 2',
      '| Both |  |\n| --- | --- |\n| Tall | 1 |\n| Tall | 2 |\n\nSales',
      '| Q2 | 4 | 6.5 |',
      '[Our shop](https://shop.example/)  \n<sup>raised</sup>\n\n$y^3$',
    ],
    never: ['FOOTERTEXT', '99', '42', 'PICTUREOFFORMULA'],
  },

  // Books
  {
    file: 'report-pandoc.epub',
    from: 'pandoc',
    tries: 'EPUB 3: lists, a table, notes, formulas in MathML',
    ...reported,
    date: '2026-03-01',
    says: [...report, quote, ...formulas, '![A kettle drawn](#EPUB/media/'],
  },
  {
    file: 'words-pandoc.epub',
    from: 'pandoc',
    tries: 'scripts of the world, two authors',
    title: '世界の言葉',
    author: 'Zoë Ångström, 李雷',
    language: 'ja-JP',
    says: words,
  },
  {
    file: 'tales.epub',
    from: 'by hand',
    tries:
      'EPUB 2: order of reading, notes in a file beside it, titles from the contents, entities, links between chapters',
    title: 'Kettle Tales',
    author: 'Ada Weaver, Bo Smith',
    language: 'en',
    date: '2020-02-03',
    says: [
      '## The Opening\n\nIt was\u00a0a dark\u00a0kettle[^1].\n\nStill here.\n\n# Second part\n\nBack to [the opening](#chapter1-p1), or [out](https://out.example/).',
      '![Kettle on fire](#OEBPS/Images/k.png)',
      '[^1]: Copper, that is.',
    ],
    never: ['EVIL', 'color:red'],
    links: ['https://out.example/'],
  },
  { file: 'locked.epub', ...locked },
]
