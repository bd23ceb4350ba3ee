import type { GoldenDocument } from './document.ts'
import { page, paged, quote, report, reported, words } from './expected.ts'

export const rtf: readonly GoldenDocument[] = [
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
]
