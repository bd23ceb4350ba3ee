import { check } from './check-cases.ts'

check('Lists', [
  ['without and with numbers', '<ul><li>a<li>b</ul><ol><li>c<li>d</ol>', ['- a', '- b', '', '1. c', '2. d']],
  [
    'with numbers of their own',
    '<ol start=3><li>a<li value=7>b<li>c</ol><ol reversed><li>d<li>e</ol>',
    ['3. a', '7. b', '8. c', '', '2) d', '1) e'],
  ],
  [
    'with numbers that an item may have',
    '<ol reversed start=1><li>a<li>b<li>c</ol><p>d<ol start=999999999><li>e<li>f</ol>',
    ['1. a', '0. b', '0. c', '', 'd', '', '999999999. e', '999999999. f'],
  ],
  ['in lists', '<ul><li>a<ol><li>b<ul><li>c</ul></ol><li>d</ul>', ['- a', '  1. b', '     - c', '- d']],
  ['in lists, without an item around them', '<ul><li>a</li><ul><li>b</li></ul><li>c</ul>', ['- a', '  - b', '- c']],
  ['with paragraphs', '<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>', ['- a', '', '  b', '', '- c']],
  [
    'with code, quotes and headings',
    '<ul><li>a<pre>b</pre></li><li><blockquote>c</blockquote></li><li><h3>d</h3>e</li></ul>',
    ['- a', '  ```', '  b', '  ```', '- > c', '- ### d', '  e'],
  ],
  [
    'of tasks',
    '<ul><li><input type=checkbox checked> a<li><label><input type=checkbox>b</label><li>[x] c</ul>',
    ['- [x] a', '- [ ] b', '- \\[x] c'],
  ],
  [
    'one after another',
    '<ul><li>a<li>b</ul><ul><li>c</ul><ol><li>d</ol><ol><li>e</ol>',
    ['- a', '- b', '', '- c', '', '1. d', '', '1) e'],
  ],
  [
    'of one item each are one list',
    '<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul><p>d<ul><li>e</ul>',
    ['- a', '', '- b', '', '- c', '', 'd', '', '- e'],
  ],
  [
    'with an empty item below text, which must not become a heading',
    '<ul><li>a<ul><li></li></ul></ul>',
    ['- a', '', '  -'],
  ],
  [
    'with checkboxes for menus or products are not tasks',
    '<ul><li><input type=checkbox id=m1><a href=/docs>Docs</a><li><label><input type=checkbox name=brand value=a>ASUS</label></ul>',
    ['- [Docs](/docs)', '- ASUS'],
  ],
  [
    'of tasks in the markup of real services',
    '<ul><li><input type=checkbox id=t1 disabled> a<li class=task-list-item><input type=checkbox id=t2 checked> b</ul>',
    ['- [ ] a', '- [x] b'],
  ],
  [
    'with placeholders for scripts, which are not empty items',
    '<ul class=menu><li></li><li>a</li></ul><ol class=steps><li></li></ol>',
    ['- a', '', '1.'],
  ],
  ['with empty items', '<ul><li></li><li>a</li><li><svg></svg></li></ul>', ['-', '- a']],
  ['of items without a list', '<div>a<li>b<li>c</div>', ['a', '', '- b', '- c']],
  ['of terms', '<dl><dt>a<dd>b<dd>c<dt>d<dd><p>e<p>f</dl>', ['**a**', '', 'b', '', 'c', '', '**d**', '', 'e', '', 'f']],
])

check('Quotations', [
  ['of paragraphs', '<blockquote><p>a</p><p>b</p></blockquote>c', ['> a', '>', '> b', '', 'c']],
  [
    'with their source on a line of its own',
    '<blockquote><p>a <cite>b</cite></p></blockquote><blockquote><p>c</p><footer>d in <cite>e</cite></footer></blockquote>',
    ['> a', '>', '> b', '', '> c', '>', '> d in e'],
  ],
  ['in quotations', '<blockquote>a<blockquote>b</blockquote></blockquote>', ['> a', '>', '> > b']],
  [
    'with lists and code',
    '<blockquote><ul><li>a</ul><pre>b\n\nc</pre></blockquote>',
    ['> - a', '>', '> ```', '> b', '>', '> c', '> ```'],
  ],
  ['in text', '<p>He said <q>yes</q>.', 'He said “yes”.'],
])

check('Tables', [
  [
    'with a header',
    '<table><thead><tr><th>a<th>b<tbody><tr><td>1<td>2</table>',
    ['| a | b |', '| --- | --- |', '| 1 | 2 |'],
  ],
  [
    'with column names in the first row',
    '<table><tr><th>a<th>b<tr><td>1<td>2</table>',
    ['| a | b |', '| --- | --- |', '| 1 | 2 |'],
  ],
  [
    'without a header',
    '<table><tr><td>a<td>b<td>c<tr><td>1<td>2<td>3</table>',
    ['| a | b | c |', '| --- | --- | --- |', '| 1 | 2 | 3 |'],
  ],
  [
    'with names in the first column',
    '<table><tr><th>a<td>1<tr><th>b<td>2</table>',
    ['|  |  |', '| --- | --- |', '| a | 1 |', '| b | 2 |'],
  ],
  [
    'with aligned columns',
    '<table><tr><th align=left>a<th style="text-align: center">b<th align=right>c<tr><td>1<td>2<td>3</table>',
    ['| a | b | c |', '| :-- | :-: | --: |', '| 1 | 2 | 3 |'],
  ],
  ['with a caption', '<table><caption>C</caption><tr><th>a<tr><td>1</table>', ['C', '', '| a |', '| --- |', '| 1 |']],
  [
    'with two captions',
    '<table><caption>C</caption><caption>D</caption><tr><th>a<tr><td>1</table>',
    ['C', '', 'D', '', '| a |', '| --- |', '| 1 |'],
  ],
  [
    'with pipes, breaks and lists in cells',
    '<table><tr><th>a|b<th><code>c|d</code><tr><td>1<br>2<td><p>3<p>4<tr><td><ul><li>5<li>6</ul><td><a href="/x|y">7</a></table>',
    ['| a\\|b | `c\\|d` |', '| --- | --- |', '| 1<br>2 | 3<br>4 |', '| 5<br>6 | [7](/x%7Cy) |'],
  ],
  [
    'with cells across columns and rows',
    '<table><tr><th>a<th>b<th>c<tr><td rowspan=2>1<td colspan=2>2<tr><td>3<td>4</table>',
    ['| a | b | c |', '| --- | --- | --- |', '| 1 | 2 |  |', '| 1 | 3 | 4 |'],
  ],
  [
    'with a cell that spans all further rows',
    '<table><tr><th>a<th>b<tr><td rowspan=0>1<td>2<tr><td>3<tr><td>4</table>',
    ['| a | b |', '| --- | --- |', '| 1 | 2 |', '| 1 | 3 |', '| 1 | 4 |'],
  ],
  [
    'with a cell that spans 0 columns',
    '<table><tr><th>a<th>b<tr><td colspan=0>1<td>2</table>',
    ['| a | b |', '| --- | --- |', '| 1 | 2 |'],
  ],
  [
    'with cells that span more rows than their group has',
    '<table><thead><tr><th rowspan=2>a<th>b<tbody><tr><td rowspan=3>1<td>2<tbody><tr><td>3<td>4</table>',
    ['| a | b |', '| --- | --- |', '| 1 | 2 |', '| 3 | 4 |'],
  ],
  [
    'with a cell that spans a row with too few cells',
    '<table><tr><th>a<th>b<th>c<tr><td>1<td>2<td rowspan=2>3<tr><td>4<tr><td>5<td>6<td>7</table>',
    ['| a | b | c |', '| --- | --- | --- |', '| 1 | 2 | 3 |', '| 4 |', '| 5 | 6 | 7 |'],
  ],
  [
    'with a foot that is written above the rows',
    '<table><thead><tr><th>a<th>b<tfoot><tr><td>sum<td>3<tbody><tr><td>1<td>2</table>',
    ['| a | b |', '| --- | --- |', '| 1 | 2 |', '| sum | 3 |'],
  ],
  [
    'with text between the items of a list in a cell, without hidden items',
    '<table><tr><th>a<th>b<tr><td><ul>1<li>2</li>3<li hidden>4</ul><td><li>5</li><li hidden>6</table>',
    ['| a | b |', '| --- | --- |', '| 1<br>2<br>3 | 5 |'],
  ],
  [
    'with more than a hundred columns',
    `<table><tr>${'<th>a'.repeat(120)}<tr>${'<td>1'.repeat(120)}</table>`,
    [`|${' a |'.repeat(120)}`, `|${' --- |'.repeat(120)}`, `|${' 1 |'.repeat(120)}`],
  ],
  [
    'without empty rows',
    '<table><tr><th>a<th>b<tr><td> <td><tr><td>1<td>2</table>',
    ['| a | b |', '| --- | --- |', '| 1 | 2 |'],
  ],
  [
    'whose columns are named by headings',
    '<table><tr><td><h4>a</h4><td><h4>b</h4><tr><td colspan=2><h5>c</h5><tr><td>1<td>2</table>',
    ['| a | b |', '| --- | --- |', '| c |  |', '| 1 | 2 |'],
  ],
  [
    'that lay out a page',
    '<table role=presentation><tr><td>a<td>b</table><table><tr><td><h2>c</h2>d<td><p>e</table>',
    ['a b', '', '## c', '', 'd', '', 'e'],
  ],
  [
    'of data with a small table in a cell',
    '<table><tr><th>a<th>b<tr><td>1<td><table><tr><td>S<td>2<tr><td>M<td>3</table><tr><td>4<td>5</table>',
    ['| a | b |', '| --- | --- |', '| 1 | S<br>2<br>M<br>3 |', '| 4 | 5 |'],
  ],
  [
    'in tables',
    '<table><tr><td><table><tr><th>a<th>b<tr><td>1<td>2</table></table>',
    ['| a | b |', '| --- | --- |', '| 1 | 2 |'],
  ],
])
