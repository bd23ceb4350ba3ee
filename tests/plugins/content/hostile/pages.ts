/** A page that once took more than linear time to read. */
export interface Hostile {
  what: string
  /** The number of parts in the smaller one of two pages. */
  size: number
  page: (size: number) => string
}

const many = (count: number, part: (i: number) => string) => Array.from({ length: count }, (_, i) => part(i)).join('')
const graph = (nodes: string) => `<script type="application/ld+json">{"@graph":[${nodes}{"a":1}]}</script>`
const referred = (property: string, name: string) => (size: number) =>
  graph(`{"@id":"x","name":"${name.repeat(size)}"},${`{"@type":"Article","${property}":{"@id":"x"}},`.repeat(size)}`)

/** Pages for parsing. */
export const markup: readonly Hostile[] = [
  { what: 'html elements of ever new attributes', size: 2000, page: (n) => many(n, (i) => `<html a${i}>`) },
  { what: 'body elements of ever new attributes', size: 2000, page: (n) => many(n, (i) => `<body a${i}>`) },
]

/** Pages for hiding, comparing and cutting. */
export const parts: readonly Hostile[] = [
  {
    what: 'decorations within decorations, without text',
    size: 60,
    page: (n) => '<div aria-hidden=true>'.repeat(n) + '<i></i>'.repeat(200 * n),
  },
  {
    what: 'fallbacks within fallbacks',
    size: 60,
    page: (n) => '<noscript>'.repeat(n) + '<i>x</i>'.repeat(200 * n),
  },
  {
    what: 'copies for other screens beside and within each other',
    size: 2000,
    page: (n) => `${'<div class=mobile>'.repeat(n / 50)}${`<b class=hide>${'y '.repeat(20)}</b>`.repeat(2 * n)}`,
  },
]

/** Pages for the main content. */
export const claims: readonly Hostile[] = [
  {
    what: 'blanks before a type',
    size: 4000,
    page: (n) => `<script type="application/ld+json">"@type":${'\t'.repeat(n)}</script>`,
  },
]

/** Pages for the metadata. */
export const facts: readonly Hostile[] = [
  { what: 'articles by one author of a blank name', size: 1000, page: referred('author', ' '.repeat(30)) },
  { what: 'articles of one publisher of a long name', size: 500, page: referred('publisher', 'x ') },
  { what: 'articles by one author of a long name', size: 500, page: referred('author', 'x ') },
  {
    what: 'articles of as many publishers',
    size: 500,
    page: (n) =>
      graph(many(n, (i) => `{"@type":"Article","headline":"${i} a b c d e","publisher":{"name":"${i} f g h i j"}},`)),
  },
  {
    what: 'pages about one article of many authors',
    size: 200,
    page: (n) =>
      graph(
        `{"@id":"x","@type":"Article","author":[${many(n, (i) => `"Ann Lee${i}",`)}"z"]},${'{"@type":"WebPage","mainEntity":{"@id":"x"}},'.repeat(n)}`,
      ),
  },
]
