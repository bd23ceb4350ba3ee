import type { GoldenDocument } from './document.ts'
import { formulas, locked, quote, report, reported, words } from './expected.ts'

export const books: readonly GoldenDocument[] = [
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
