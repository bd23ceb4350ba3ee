import { describe, expect, test } from 'bun:test'
import { read as extract } from '../../../../plugins/documents/docx/index.ts'
import { docxOf } from './zip.ts'

const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`
const paragraph = (runs: string) => `<w:p>${runs}</w:p>`
const read = (body: string) => extract(docxOf(body), { mime: '', url: 'https://a.example/' })
const font = (name: string) => `<w:rFonts w:ascii="${name}"/>`
const language = (name: string) => `<w:lang w:val="${name}"/>`

describe('a Word document', () => {
  test('has code if a part of it is in a monospaced font', async () => {
    const { html } = await read(
      paragraph(run('Words around it. '.repeat(30)) + run('boil()', font('Consolas'))) +
        paragraph(run('let t = 1', font('Courier New'))) +
        paragraph(run('  heat(t)', font('Courier New'))),
    )
    expect(html).toContain('<code>boil()</code>')
    expect(html).toContain('<pre><code>let t = 1\n  heat(t)</code></pre>')
  })

  test('that is all in a monospaced font has no code', async () => {
    const { html } = await read(paragraph(run('All of this letter is in Courier. '.repeat(20), font('Courier New'))))
    expect(html).toStartWith('<p>All of this letter')
  })

  test('has the language of most of its text', async () => {
    const body = paragraph(
      run('Guten Tag, meine Damen und Herren', language('de-DE')) + run('hello', language('en-US')),
    )
    expect((await read(body)).language).toBe('de-DE')
    expect((await read(paragraph(run('hello')))).language).toBeNull()
  })

  test('has headings by the outline level of its styles, whatever their names', async () => {
    const style = (id: string, properties: string) =>
      `<w:style w:styleId="${id}"><w:name w:val="${id}"/>${properties}</w:style>`
    const level = (n: number) => `<w:pPr><w:outlineLvl w:val="${n}"/></w:pPr>`
    const styles =
      style('Top', level(0)) + style('Low', level(8)) + style('Body', `<w:basedOn w:val="Top"/>${level(9)}`)
    const name = 'word/styles.xml'
    const content = `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${styles}</w:styles>`
    const of = (id: string) => `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr>${run(id)}</w:p>`
    const bytes = docxOf(of('Top') + of('Low') + of('Body'), [{ name, content }])
    const { html } = await extract(bytes, { mime: '', url: 'https://a.example/' })
    expect(html).toBe('<h1>Top</h1>\n<h6>Low</h6>\n<p>Body</p>')
  })

  test('has no white space at the ends of marks, and joins runs that an editor has split', async () => {
    const { html } = await read(paragraph(run('a') + run(' b', '<w:b/>') + run('old ', '<w:b/>') + run('c')))
    expect(html).toBe('<p>a <strong>bold</strong> c</p>')
  })

  test('separates text before a page or column break from text after it', async () => {
    for (const type of ['page', 'column']) {
      const { html } = await read(paragraph(`${run('The end.')}<w:r><w:br w:type="${type}"/></w:r>${run('Next')}`))
      expect(html).toBe('<p>The end.<br>Next</p>')
    }
    expect((await read(paragraph(`<w:r><w:br w:type="page"/></w:r>${run('Next')}`))).html).toBe('<p>Next</p>')
  })

  const field = (code: string, result: string, begin = '') =>
    `<w:r><w:fldChar w:fldCharType="begin">${begin}</w:fldChar></w:r><w:r><w:instrText>${code}</w:instrText></w:r>` +
    `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

  test('keeps the fragment of a link', async () => {
    const code = ' HYPERLINK "https://a.example/terms" \\l "fees" \\o "Fees" '
    expect((await read(paragraph(field(code, run('fees'))))).html).toBe(
      '<p><a href="https://a.example/terms#fees">fees</a></p>',
    )
  })

  test('leaves out the result of a field within the instruction of another', async () => {
    const nested = field(`IF </w:instrText></w:r>${field('REF a', run('1'))}<w:r><w:instrText> = 1 "yes"`, run('yes'))
    expect((await read(paragraph(nested))).html).toBe('<p>yes</p>')
  })

  test('has a table whose first row names its columns if the table is styled so', async () => {
    const row = (...cells: string[]) =>
      `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(run(cell))}</w:tc>`).join('')}</w:tr>`
    const table = (look: string, first: string) =>
      `<w:tbl><w:tblPr><w:tblLook ${look}/></w:tblPr>${row('a', first)}${row('1', '2')}</w:tbl>`
    const head =
      '<table><thead><tr><th>a</th><th>b</th></tr></thead>\n<tbody><tr><td>1</td><td>2</td></tr></tbody></table>'
    for (const look of ['w:firstRow="1"', 'w:val="04A0"']) expect((await read(table(look, 'b'))).html).toBe(head)
    for (const plain of [table('w:val="0480"', 'b'), table('w:firstRow="0"', 'b'), table('w:firstRow="1"', '')])
      expect((await read(plain)).html).not.toContain('<th>')
  })

  test('ends a field although its marks are hidden', async () => {
    const hidden = field(' PAGE ', '').replaceAll('<w:fldChar', '<w:rPr><w:vanish/></w:rPr><w:fldChar')
    const open = hidden.replace('<w:rPr><w:vanish/></w:rPr>', '')
    expect((await read(paragraph(`${open}${run('after')}`))).html).toBe('<p>after</p>')
    expect((await read(paragraph(`${hidden}${run('after')}`))).html).toBe('<p>after</p>')
  })

  test('shows the checked and selected values of its form', async () => {
    const box = (on: string) => `<w:ffData><w:checkBox><w:default w:val="0"/>${on}</w:checkBox></w:ffData>`
    const entry = (text: string) => `<w:listEntry w:val="${text}"/>`
    const list = `<w:ffData><w:ddList><w:result w:val="1"/>${entry('tea')}${entry('milk &amp; sugar')}</w:ddList></w:ffData>`
    const { html } = await read(
      paragraph(
        `${field(' FORMCHECKBOX ', '', box('<w:checked/>'))}${run(' yes ')}` +
          `${field(' FORMCHECKBOX ', '', box(''))}${run(' no ')}${field(' FORMDROPDOWN ', '', list)}`,
      ),
    )
    expect(html).toBe('<p>☒ yes ☐ no milk &amp; sugar</p>')
  })

  test('has the letters of WordArt', async () => {
    const art = '<w:r><w:pict><v:shape><v:textpath string="Tea &amp; milk"/></v:shape></w:pict></w:r>'
    expect((await read(paragraph(art))).html).toBe('<p>Tea &amp; milk</p>')
  })

  test('keeps the links of pictures', async () => {
    const picture =
      '<w:r><w:drawing><wp:inline><wp:docPr id="1" descr="Our logo"><a:hlinkClick r:id="h"/></wp:docPr></wp:inline></w:drawing></w:r>'
    const target = `<Relationship Id="h" Type="${R}/hyperlink" Target="https://a.example/home" TargetMode="External"/>`
    const relations = { name: 'word/_rels/document.xml.rels', content: `<Relationships>${target}</Relationships>` }
    const { html } = await extract(docxOf(paragraph(picture), [relations]), { mime: '', url: 'https://a.example/' })
    expect(html).toBe('<p><a href="https://a.example/home"><img src="#picture" alt="Our logo"></a></p>')
  })

  test('has the HTML that programs embed as a part for Word to convert', async () => {
    const withChunk = (name: string, content: string) => {
      const target = `<Relationship Id="c" Type="${R}/aFChunk" Target="${name}"/>`
      const more = [
        { name: 'word/_rels/document.xml.rels', content: `<Relationships>${target}</Relationships>` },
        { name: `word/${name}`, content },
      ]
      const body = `<w:altChunk xmlns:r="${R}" r:id="c"/>${paragraph(run('After'))}`
      return extract(docxOf(body, more), { mime: '', url: 'https://a.example/' })
    }
    const page =
      '<html><head><title>T</title></head><body><h1>Größe</h1><p style="x">a = b<script>1</script></p></body></html>'
    const shown = '<h1>Größe</h1><p>a = b</p>\n<p>After</p>'
    expect((await withChunk('page.htm', page)).html).toBe(shown)
    const part = (encoding: string, body: string) =>
      `MIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary="--=b"\r\n\r\n----=b\r\n` +
      `Content-Transfer-Encoding: ${encoding}\r\nContent-Type: text/html; charset="utf-8"\r\n\r\n${body}\r\n----=b--`
    const quoted = page.replaceAll('=', '=3D').replace('ö', '=C3=B6').replace('<h1>', '=\r\n<h1>')
    for (const message of [
      part('quoted-printable', quoted),
      part('base64', Buffer.from(page).toString('base64')),
      part('8bit', page),
    ])
      expect((await withChunk('page.mht', message)).html.trim()).toBe(shown)
    const { html, warnings } = await withChunk('other.docx', 'PK')
    expect([html.trim(), warnings]).toEqual(['<p>After</p>', ['The document holds another one that is not read']])
  })

  test('does not grow by referring to such a part repeatedly', async () => {
    const target = `<Relationship Id="c" Type="${R}/aFChunk" Target="page.htm"/>`
    const more = [
      { name: 'word/_rels/document.xml.rels', content: `<Relationships>${target}</Relationships>` },
      { name: 'word/page.htm', content: `<p>${'word '.repeat(20_000)}</p>` },
    ]
    const again = `<w:altChunk xmlns:r="${R}" r:id="c"/>`.repeat(100)
    const body = `<w:sdt><w:sdtContent>${again}</w:sdtContent></w:sdt>${paragraph(run('After'))}`
    const { html } = await extract(docxOf(body, more), { mime: '', url: 'https://a.example/' })
    expect([html.length < 110_000, html.endsWith('<p>After</p>')]).toEqual([true, true])
  })
})
