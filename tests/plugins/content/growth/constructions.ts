/** A page of a given size, which must be large enough to distinguish quadratic from linear growth. */
export interface Construction {
  name: string
  size: number
  page: (size: number) => string
  /** Repeats a long text. Without a limit the output is quadratic. */
  repeatsItself?: boolean
}

const repeated =
  (part: string) =>
  (size: number): string =>
    part.repeat(size)

const numbered = (size: number, part: (number: number) => string, between = ''): string =>
  Array.from({ length: size }, (_, i) => part(i)).join(between)

const jsonLd = (data: string) => `<script type="application/ld+json">${data}</script>`

/** Each has caused quadratic output or time in one format or another. */
export const constructions: readonly Construction[] = [
  ...['em', 'b', 's', 'u', 'sub', 'mark'].map((name) => ({
    name: `${name} and a block in each other`,
    size: 2000,
    page: repeated(`<${name}><div>a`),
  })),
  {
    name: 'marks of all kinds around blocks',
    size: 500,
    page: repeated('<em><b><s><ins><kbd><mark><sub><sup><u><p>a'),
  },
  {
    name: 'many nodes in inserted text in each other',
    size: 300,
    page: (n) => '<ins>'.repeat(n) + '<b>a</b>'.repeat(100 * n),
  },
  {
    name: 'many nodes in summaries in each other',
    size: 300,
    page: (n) => '<details open><summary>'.repeat(n) + '<b>a</b>'.repeat(100 * n),
  },
  { name: 'readings', size: 8000, page: (n) => `<ruby>${'a<rt>b'.repeat(n)}` },
  { name: 'readings in each other', size: 5000, page: repeated('<ruby>a<rt>b') },
  { name: 'an address of blanks', size: 5000, page: (n) => `<a href="${' '.repeat(n)}x">a</a>` },
  { name: 'an address of at signs', size: 10_000, page: (n) => `<a href="mailto:${'@'.repeat(n)} ">mailto:x</a>` },
  { name: 'an address of slashes', size: 10_000, page: (n) => `<a href="x:${'/'.repeat(n)}x"><img src=a></a>` },
  {
    name: 'a long link around lines',
    size: 2000,
    repeatsItself: true,
    page: (n) => `<a href="${'y'.repeat(n)}">${'x<br><br>'.repeat(n)}</a>`,
  },
  { name: 'code side by side', size: 8000, page: repeated('<code>a</code>') },
  {
    name: 'lines of code that are elements',
    size: 10_000,
    page: (n) => `<pre>${'<div>abcdefgh</div>'.repeat(n)}</pre>`,
  },
  {
    name: 'code under an element of many names',
    size: 800,
    page: (n) => `<div class="${'a '.repeat(4 * n)}">${'<pre>a</pre>'.repeat(n)}</div>`,
  },
  {
    name: 'formulas under an element of many names',
    size: 1000,
    page: (n) => `<div class="${'a '.repeat(n)}">${'<math><mi>x</mi></math>'.repeat(n)}</div>`,
  },
  {
    name: 'a column of line numbers',
    size: 3000,
    page: (n) => `<table>${'<tr><td class=lineno>1<td>a'.repeat(n)}</table>`,
  },
  {
    name: 'a picture of many sources',
    size: 2000,
    page: (n) => `<picture>${'<source srcset="data:a">'.repeat(n)}${'<img>'.repeat(n)}</picture>`,
  },
  { name: 'terms, then values', size: 2000, page: (n) => `<dl>${'<dt>t'.repeat(n)}${'<dd>v'.repeat(n)}</dl>` },
  {
    name: 'a long cell beside many rows',
    size: 2000,
    page: (n) => `<table><tr><th>a<th>b<tr><td rowspan=0>${'x'.repeat(n)}<td>b${'<tr><td>y'.repeat(n)}</table>`,
  },
  { name: 'cells over all rows and columns', size: 500, page: repeated('<table><tr><td colspan=99 rowspan=999>x') },
  { name: 'cells over all columns', size: 1000, page: (n) => `<table>${'<tr><td colspan=1000>a'.repeat(n)}</table>` },
  {
    name: 'a row wider than all others',
    size: 1000,
    page: (n) => `<table><tr>${'<td>x'.repeat(n)}${'<tr><td>a'.repeat(n)}</table>`,
  },
  {
    name: 'quotations around lines',
    size: 2000,
    page: (n) => `${'<blockquote>'.repeat(99)}<pre>${'a\n'.repeat(n)}</pre>`,
  },
  {
    name: 'numbered lists around lines',
    size: 2000,
    page: (n) => `${'<ol start=999999998><li>'.repeat(99)}${'x<br>'.repeat(n)}`,
  },
  {
    name: 'items that are two properties each',
    size: 500,
    page: (n) => `<div itemscope>${'<div itemscope itemprop="a b">'.repeat(24)}<b itemprop=name>${'x'.repeat(n)}`,
  },
  {
    name: 'things that are two properties each',
    size: 500,
    page: (n) =>
      `<div vocab="https://schema.org/" typeof=A>${'<div typeof=A property="a b">'.repeat(24)}<b property=name>${'x'.repeat(n)}`,
  },
  {
    name: 'a text that many items refer to',
    size: 800,
    page: (n) =>
      `<meta id=a itemprop=name content="${'x'.repeat(4 * n)}">${'<div itemscope itemref=a></div>'.repeat(n)}`,
  },
  {
    name: 'a property of many names',
    size: 1500,
    page: (n) => `<div itemscope><p itemprop="${numbered(n, (i) => `n${i} `)}">${'x'.repeat(4 * n)}</p></div>`,
  },
  {
    name: 'prefixes over many things',
    size: 1000,
    page: (n) =>
      `<div prefix="${numbered(n, (i) => `p${i}: http://x/${i} `)}">${'<div typeof=A prefix="q: http://y"><b property=q:n>x</b></div>'.repeat(n)}`,
  },
  {
    name: 'a long vocabulary of many things',
    size: 1000,
    page: (n) => `<div vocab="http://${'x'.repeat(4 * n)}">${'<div typeof=A><b property=n>x</b></div>'.repeat(n)}`,
  },
  {
    name: 'a long context of many nodes',
    size: 1500,
    page: (n) =>
      jsonLd(`{"@context":"${'x'.repeat(4 * n)}","@graph":[${numbered(n, () => '{"@type":"A","name":"b"}', ',')}]}`),
  },
  {
    name: 'references to a thing of many properties',
    size: 1000,
    page: (n) =>
      jsonLd(
        `[{"@id":"a","@type":"A",${numbered(n, (i) => `"p${i}":"v"`, ',')}},${numbered(n, () => '{"@type":"B","r":{"@id":"a"}}', ',')}]`,
      ),
  },
  {
    name: 'formulas in each other that show nothing',
    size: 60,
    page: (n) => '<math>'.repeat(n) + '<mi></mi>'.repeat(100 * n),
  },
]
