import type { GoldenDocument } from './document.ts'
import { talk } from './expected.ts'

export const slides: readonly GoldenDocument[] = [
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
]
