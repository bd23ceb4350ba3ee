/** The content of the same document, whichever program wrote it. */
export const boiling =
  'Water boils at **100 °C** in a *copper* kettle[^1], as `boil()` says; H<sub>2</sub>O and E=mc<sup>2</sup> and ~~not~~ [this page](https://shop.example/a?b=1&c=2).'
export const nested =
  '1. First\n2. Second\n   - inner one\n   - inner two\n     1. deep\n3. Third\n\nBetween.\n\n4. Fourth'
export const code = '```\ndef boil(t):\n    return t >= 100  # <hot>\n```'
export const stockTable = '| Item | Qty | Price |\n| --- | --- | --- |\n| Kettle | 3 | 19.50 |\n| Pot \\| lid | 4 | 7 |'
export const report = [
  '# Boiling',
  '## Lists',
  boiling,
  nested,
  '- plain\n- list',
  stockTable,
  code,
  '[^1]: See the *manual*, page 3.',
]
export const quote = '> A quotation that runs on.'
export const formulas = ['Inline $x^2 + \\frac{1}{2}$ and display:', '\\sqrt{x_i}']
export const reported = {
  title: 'Kettle report',
  language: 'en-GB',
  author: 'Ada Weaver',
  links: ['https://shop.example/a?b=1&c=2'],
}

export const words = [
  '# 日本語の見出し',
  '# Русский заголовок\n\nПривет, мир! «Кавычки» — тире…',
  'مرحبا بالعالم، هذا نص عربي.',
  'שלום עולם',
  '👩‍🚀 naïve café – “quotes” ½ × 2 ≤ 3 & \\<angle> [brackets] a_b \\*stars\\* 100 %',
  '| 名前 | 値 |\n| --- | --- |\n| 銅 | 1 |\n| \\<b> | a\\|b |',
]

export const page = [
  '# Handbuch',
  'Ein **fetter**, *schräger* und ~~falscher~~ Text mit [Verweis](https://kessel.example/größe), H<sub>2</sub>O, m<sup>2</sup>.',
  '- Deckel\n  - Knauf\n  - Rand\n- Boden\n\n3. drei\n4. vier',
  '| Klein | 10 | 20 |\n| Klein | 11 | 21 |\n| Groß | viel |  |',
  '> Wer kocht, der hofft.',
  '```\nkochen(100);\n  warten();\n```',
  'Zeile eins  \nZeile zwei',
  '###### Ende',
]
export const paged = { title: 'Handbuch der Kessel', author: 'Grete Müller' }

export const talk = [
  '## Kettles at work',
  '- They boil\n  - quickly\n  - safely\n- They pour\n\n### Notes\n\nSay hello first. *Then* show the kettle.',
  '1. Fill\n2. Heat\n3. Pour',
  '| Item | Price |\n| --- | --- |\n| Kettle | 19.50 |\n| Pot | 7 |\n\n### Notes\n\nPrices include tax.',
  'Left side text\n\nRight side [link](https://shop.example/)',
  '## Code\n\n```\nheat(100)\n```',
]

export const stockRows = [
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
export const staff = [
  { Name: 'Zoë Ångström', Role: 'Keeper' },
  { Name: '李雷', Role: 'Keeper' },
]
export const stock = {
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

export const population = {
  tries: 'lines above the table, years as names of columns, sums',
  title: 'Population',
  author: 'Bureau of Numbers',
  says: ['Source: Bureau of Numbers, 2026\n\n| Country | Code | 2019 | 2020 | Change |'],
}
export const populationRows = (france: number) => ({
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

export const sums = {
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
export const macDates = {
  tries: 'days counted from 1904',
  json: [
    { Event: 'leap day', Day: '2024-02-29' },
    { Event: 'moon', Day: '1969-07-20' },
    { Event: 'epoch', Day: '1904-01-03' },
  ],
}
export const spans = {
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
export const wordRows = {
  tries: 'scripts of the world, one sheet',
  json: [
    { 言語: '日本語', 挨拶: 'こんにちは', قیمت: 1 },
    { 言語: 'Русский', 挨拶: 'Привет', قیمت: 2 },
    { 言語: 'العربية', 挨拶: 'مرحبا', قیمت: 3 },
    { 言語: 'עברית', 挨拶: 'שלום', قیمت: 4 },
    { 言語: 'emoji', 挨拶: '👩‍🚀 naïve', قیمت: 5 },
  ],
}
export const locked = { from: 'by hand', tries: 'a password', refused: 'encrypted' }
