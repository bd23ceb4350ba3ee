import { docxOf, odfOf, pptxOf, zipOf } from './zip.ts'

const latin = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))
const M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
const p = (inside: string, properties = '') => `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${inside}</w:p>`
const r = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
const field = (code: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
const mr = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
const math = (inside: string) => `<m:oMath ${M}>${inside}</m:oMath>`
const e = (text: string) => `<m:e>${mr(text)}</m:e>`
const numbered = (text: string, level: number, id = 1) =>
  p(r(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${id}"/></w:numPr>`)
const level = (index: number, format: string, start: number, text: string) =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

const rtf = (text: string) => latin(`{\\rtf1\\ansi\\ansicpg1252\\deff0\\deflang1031${text}}`)
const a = (inside: string, properties = '', more = '') =>
  `<a:p>${properties}<a:r>${more}<a:t>${inside}</a:t></a:r></a:p>`
const shape = (paragraphs: string, ph = '') =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="S" descr="A shape"/><p:nvPr>${ph}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs}</p:txBody></p:sp>`

/** Documents with most features of a format, which no program writes into one file. */
export const officeSpecimens: Readonly<Record<string, Uint8Array>> = {
  'RTF of all kinds of text': rtf(
    `{\\fonttbl{\\f0\\fswiss Arial;}{\\f1\\fmodern\\fcharset0 Courier New;}{\\f2\\fcharset204 Arial Cyr;}{\\f3\\fcharset161 Greek;}}
{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0 heading 1;}{\\s2\\outlinelevel1 Own name;}{\\s3 Quote;}{\\s4 HTML Preformatted;}{\\s5\\outlinelevel8 Deep;}{\\s6\\outlinelevel9 Not one;}{\\s7\\ls1\\ilvl1 Listed;}{\\*\\cs10 HTML Code;}{\\s11 Title;}{\\s12 toc 1;}{\\ds13 section;}}
{\\*\\listtable{\\list{\\listlevel\\levelnfc0\\levelstartat3}{\\listlevel\\levelnfc23}{\\listlevel\\levelnfc255}\\listid7}}{\\*\\listoverridetable{\\listoverride\\listid7\\ls1}}
{\\info{\\title The  title}{\\author Ada}{\\subject Sub}{\\doccomm Comment}{\\operator Op}{\\creatim\\yr2024\\mo3\\dy1\\hr9\\min5\\sec7}{\\revtim\\yr2024\\mo13\\dy1}\\nofpages4}
{\\header Head{\\upr{x}{\\*\\ud{head}}}}{\\footer Foot}{\\*\\unknown gone}{\\pict ffff}
\\pard\\s1 Heading\\par\\pard\\s11 A title\\par\\pard\\s2 Second\\par\\pard\\s5 Ninth\\par\\pard\\s6 No heading\\par\\pard\\outlinelevel2 By itself\\par\\pard\\outlinelevel9 Body\\par\\pard\\s12 contents\\par
\\pard plain {\\b bold \\b0 not} {\\i it\\i0 alic} {\\strike struck}{\\striked1 twice} x{\\super 2} y{\\sub 3} z{\\up6 u}{\\dn6 d}{\\super s\\nosupersub n} {\\f1 mono} {\\cs10 code}\\cs0  {\\v hidden}{\\deleted gone} {\\b\\i both\\plain  neither} {\\caps caps}\\par
\\tab tab\\emdash em\\endash en\\emspace \\enspace \\bullet\\lquote l\\rquote r\\ldblquote L\\rdblquote R\\~nbsp\\_hyphen\\-soft\\{brace\\}\\\\ \\'e4\\'80 \\u8364?\\u-10179?\\u-8704?\\uc0\\u228 a\\uc2\\u246 xxb\\line next line\\zwj\\zwnj\\par
{\\f2 \\'cf\\'f0} {\\f3 \\'c1\\'e2} {\\field{\\*\\fldinst HYPERLINK "https://a.example/"}{\\fldrslt link}} {\\field{\\*\\fldinst HYPERLINK https://b.example/ \\\\o tip}{\\fldrslt bare}} {\\field{\\*\\fldinst PAGE}{\\fldrslt 7}} {\\field{\\*\\fldinst TOC \\\\o}{\\fldrslt contents}} note{\\footnote The {\\b note}} end{\\*\\footnote Another}\\par
\\pard\\s3 Quoted\\par\\pard\\s4 code one\\par\\pard\\s4   code two\\par
\\pard\\ls1 three\\par\\pard\\ls1 four\\par\\pard\\ls1\\ilvl1 bullet\\par\\pard\\ls1\\ilvl2 none\\par\\pard\\s7 by style\\par\\pard{\\pntext 1.}{\\*\\pn\\pnlvlbody}\\fi-360\\li720 old number\\par\\pard{\\pntext *}{\\*\\pn\\pnlvlblt}\\fi-360\\li720 old bullet\\par
\\pard\\trowd\\trhdr\\cellx1000\\cellx2000\\cellx3000\\intbl Head\\cell B\\cell C\\cell\\row\\trowd\\cellx1000\\clmrg\\cellx2000\\cellx3000\\intbl wide\\cell\\cell tall\\cell\\row\\trowd\\cellx1000\\cellx2000\\clvmrg\\cellx3000\\intbl {\\b x}\\cell two\\par lines\\cell\\cell\\row
\\pard after{\\shp{\\*\\shpinst{\\sp{\\sn wzDescription}{\\sv A \\u246 ?shape}}{\\sp{\\sn wzName}{\\sv Name}}{\\shptxt In a box\\par}}} {\\upr{one way}{\\*\\ud{other way}}} {\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv A picture}}}}}{\\nonshppict{\\pict}}\\sect last`,
  ),
  'RTF of a Mac without properties': latin("{\\rtf1\\mac {\\b0 \\'8a}\\par\\lang1036 fran\\'8dais}"),
  'RTF that is never closed': latin('{\\rtf1 one {\\b two {\\i three'),

  'DOCX of all kinds of text': docxOf(
    [
      p(r('Title'), '<w:pStyle w:val="Title"/>') + p(r('One'), '<w:pStyle w:val="Heading1"/>'),
      p(r('Seven', '<w:b/>'), '<w:outlineLvl w:val="6"/>') + p(r('Body'), '<w:outlineLvl w:val="9"/>'),
      p(
        `${r('plain ')}${r('bold', '<w:b/>')} ${r('not', '<w:b w:val="0"/>')}${r('italic', '<w:i/>')}${r('both', '<w:b/><w:i w:val="true"/>')}${r('struck', '<w:strike/>')}${r('double', '<w:dstrike/>')}${r('hidden', '<w:vanish/>')}${r('sup', '<w:vertAlign w:val="superscript"/>')}${r('sub', '<w:vertAlign w:val="subscript"/>')}${r('up', '<w:position w:val="6"/><w:sz w:val="14"/>')}${r('down', '<w:position w:val="-6"/><w:sz w:val="14"/>')}${r('neither', '<w:position w:val="6"/>')}${r('mono', '<w:rFonts w:ascii="Courier New"/>')}${r('strong', '<w:rStyle w:val="Strong"/>')}${r('shown', '<w:rStyle w:val="Hidden"/><w:vanish w:val="0"/>')}${r('unseen', '<w:rStyle w:val="Hidden"/>')}`,
      ),
      p(
        `<w:ins>${r('inserted ')}</w:ins><w:del><w:r><w:delText>deleted</w:delText></w:r></w:del><w:moveTo>${r('moved ')}</w:moveTo><w:moveFrom>${r('from')}</w:moveFrom><w:smartTag>${r('smart ')}</w:smartTag><w:sdt><w:sdtContent>${r('control ')}</w:sdtContent></w:sdt><w:bdo>${r('dir ')}</w:bdo><w:ruby><w:rt>${r('rt')}</w:rt><w:rubyBase>${r('base ')}</w:rubyBase></w:ruby><w:r><w:tab/><w:t>t</w:t><w:br/><w:t>b</w:t><w:br w:type="page"/><w:cr/><w:noBreakHyphen/><w:softHyphen/><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0FC"/><w:ptab/></w:r>`,
      ),
      p(
        `<w:hyperlink r:id="l1">${r('link')}</w:hyperlink> <w:hyperlink r:id="l1" w:anchor="part">${r('anchored')}</w:hyperlink> <w:hyperlink w:anchor="x">${r('inner')}</w:hyperlink> <w:hyperlink r:id="l2">${r('script')}</w:hyperlink><w:fldSimple w:instr="HYPERLINK &quot;https://f.example/&quot;">${r('simple')}</w:fldSimple>${field('HYPERLINK "https://g.example/" \\\\h', 'complex')}${field('PAGE', '7')}${field('TOC \\\\o', 'contents')}${field('IF ', 'if')}`,
      ),
      p(
        `${r('notes')}<w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:endnoteReference w:id="3"/></w:r><w:r><w:footnoteReference w:id="2"/></w:r><w:r><w:footnoteReference w:id="9"/></w:r>`,
      ),
      p(r('carried ', ''), '<w:rPr><w:del/></w:rPr>') + p(r('on')),
      p(r('Quoted', '<w:i/>'), '<w:pStyle w:val="Quote"/>') +
        p(r('code 1'), '<w:pStyle w:val="Code"/>') +
        p('', '<w:pStyle w:val="Code"/>') +
        p(r('  code 2'), '<w:pStyle w:val="Code"/>') +
        p(r('all mono', '<w:rFonts w:ascii="Consolas"/>')),
      numbered('three', 0) +
        numbered('four', 0) +
        numbered('letter', 1) +
        numbered('roman', 2) +
        numbered('bullet', 3) +
        numbered('none', 4) +
        numbered('five', 0) +
        numbered('again', 1) +
        numbered('zero', 5) +
        numbered('other list', 0, 2) +
        numbered('not a list', 0, 0) +
        numbered('unknown list', 0, 77) +
        numbered('tenth', 9),
      p(
        r('Numbered heading'),
        '<w:pStyle w:val="Heading1"/><w:numPr><w:ilvl w:val="6"/><w:numId w:val="1"/></w:numPr>',
      ),
      `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${p(r('contents'))}</w:sdtContent></w:sdt><w:sdt><w:sdtContent>${p(r('in a control'))}</w:sdtContent></w:sdt>`,
      `<w:tbl><w:tr><w:trPr><w:tblHeader/></w:trPr><w:tc>${p(r('A', '<w:b/>'))}</w:tc><w:tc>${p(r('B'))}</w:tc><w:tc>${p(r('C'))}</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${p(r('wide'))}</w:tc><w:tc><w:tcPr><w:vMerge w:val="restart"/></w:tcPr>${p(r('tall'))}</w:tc></w:tr><w:tr><w:tc>${p(r('x'))}${p(r('y'))}</w:tc><w:tc><w:tbl><w:tr><w:tc>${p(r('inner'))}</w:tc></w:tr></w:tbl>${p('')}</w:tc><w:tc><w:tcPr><w:vMerge/></w:tcPr>${p('')}</w:tc></w:tr></w:tbl>`,
      p(
        math(
          `<m:f><m:num>${mr('a+1')}</m:num><m:den>${mr('2.5')}</m:den></m:f><m:sSup>${e('x')}<m:sup>${mr('2')}</m:sup></m:sSup><m:sSub>${e('y')}<m:sub>${mr('i')}</m:sub></m:sSub><m:sSubSup>${e('z')}<m:sub>${mr('1')}</m:sub><m:sup>${mr('n')}</m:sup></m:sSubSup><m:sPre>${e('C')}<m:sub>${mr('6')}</m:sub><m:sup>${mr('14')}</m:sup></m:sPre>`,
        ),
      ),
      p(
        `<m:oMathPara ${M}>${math(`<m:rad><m:deg/>${e('x')}</m:rad><m:rad><m:deg>${mr('3')}</m:deg>${e('y')}</m:rad><m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${mr('i=1')}</m:sub><m:sup>${mr('n')}</m:sup>${e('i')}</m:nary><m:nary><m:sub/><m:sup/>${e('f')}</m:nary><m:nary><m:sub>${mr('0')}</m:sub><m:sup/>${e('g')}</m:nary><m:nary><m:sub/><m:sup>${mr('1')}</m:sup>${e('h')}</m:nary>`)}${math(`<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val=""/><m:sepChr m:val=";"/></m:dPr>${e('a')}${e('b')}</m:d><m:d>${e('c')}${e('d')}</m:d><m:func><m:fName>${mr('sin')}</m:fName>${e('x')}</m:func>`)}</m:oMathPara>`,
      ),
      p(
        math(
          `<m:acc>${e('v')}</m:acc><m:acc><m:accPr><m:chr m:val="~"/></m:accPr>${e('w')}</m:acc><m:bar>${e('u')}</m:bar><m:groupChr>${e('s')}</m:groupChr><m:groupChr><m:groupChrPr><m:chr m:val="_"/></m:groupChrPr>${e('t')}</m:groupChr><m:limLow>${e('lim')}<m:lim>${mr('x')}</m:lim></m:limLow><m:limUpp>${e('max')}<m:lim>${mr('y')}</m:lim></m:limUpp><m:m><m:mr>${e('1')}${e('0')}</m:mr><m:mr>${e('0')}${e('1')}</m:mr></m:m><m:eqArr>${e('p')}${e('q')}</m:eqArr><m:box>${e('b')}</m:box><m:phant>${e('ph')}</m:phant><m:unknown>${e('no')}</m:unknown>`,
        ),
      ),
      p(
        '<w:r><w:drawing><wp:docPr descr="A picture" title="T"/><a:blip r:embed="i1"/></w:drawing></w:r><w:r><w:pict><v:shape alt="Old picture"/><w:txbxContent><w:p><w:r><w:t>In a box</w:t></w:r></w:p></w:txbxContent></w:pict></w:r><w:r><w:drawing><wp:docPr title="Only a title"/></w:drawing></w:r><w:r><mc:AlternateContent><mc:Choice><w:t>new</w:t></mc:Choice><mc:Fallback><w:t>old</w:t></mc:Fallback></mc:AlternateContent><mc:AlternateContent><mc:Choice/><mc:Fallback><w:t>fallen</w:t></mc:Fallback></mc:AlternateContent></w:r>',
      ),
    ].join(''),
    [
      {
        name: 'word/_rels/document.xml.rels',
        content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[
          ['l1', 'hyperlink', 'https://a.example/b', ' TargetMode="External"'],
          ['l2', 'hyperlink', 'javascript:x', ' TargetMode="External"'],
          ['i1', 'image', 'media/i.png', ''],
          ['s', 'styles', 'styles.xml', ''],
          ['n', 'numbering', 'numbering.xml', ''],
          ['f', 'footnotes', 'footnotes.xml', ''],
          ['e', 'endnotes', 'endnotes.xml', ''],
        ]
          .map(
            ([id, type, target, more]) =>
              `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"${more}/>`,
          )
          .join('')}</Relationships>`,
      },
      {
        name: 'word/styles.xml',
        content: `<w:styles ${W}><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="de-AT"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:styleId="Title"><w:name w:val="Title"/></w:style><w:style w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style><w:style w:styleId="Quote"><w:name w:val="Quote"/><w:rPr><w:i/></w:rPr></w:style><w:style w:styleId="Code"><w:name w:val="HTML Preformatted"/></w:style><w:style w:styleId="Strong"><w:name w:val="Strong"/><w:basedOn w:val="Base"/><w:rPr><w:b/></w:rPr></w:style><w:style w:styleId="Base"><w:name w:val="Base"/><w:basedOn w:val="Strong"/><w:rPr><w:i/></w:rPr></w:style><w:style w:styleId="Hidden"><w:name w:val="Unseen"/><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`,
      },
      {
        name: 'word/numbering.xml',
        content: `<w:numbering ${W}><w:abstractNum w:abstractNumId="5">${level(0, 'decimal', 3, '%1.')}${level(1, 'lowerLetter', 26, '%1.%2)')}${level(2, 'upperRoman', 1944, '%3')}${level(3, 'bullet', 1, '•')}${level(4, 'none', 1, '')}${level(5, 'decimalZero', 9, '%6')}${level(6, 'upperLetter', 27, 'Part %7:')}${level(9, 'decimal', 1, 'x')}</w:abstractNum><w:abstractNum w:abstractNumId="6">${level(0, 'lowerRoman', 4, '%1')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="5"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="6"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="9"/></w:lvlOverride></w:num></w:numbering>`,
      },
      {
        name: 'word/footnotes.xml',
        content: `<w:footnotes ${W}><w:footnote w:type="separator" w:id="0">${p(r('sep'))}</w:footnote><w:footnote w:id="2">${p(r('First '))}${p(r('note'))}</w:footnote></w:footnotes>`,
      },
      {
        name: 'word/endnotes.xml',
        content: `<w:endnotes ${W}><w:endnote w:id="3">${p(r('At the end', '<w:b/>'))}</w:endnote></w:endnotes>`,
      },
      {
        name: 'docProps/core.xml',
        content:
          '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title> A  title </dc:title><cp:lastModifiedBy>Grace</cp:lastModifiedBy><dc:subject>Subject</dc:subject><dc:language>not a language</dc:language><dcterms:created>1970-12-31T23:00:00Z</dcterms:created><dcterms:modified>2024-03-01T10:00:00.123456789+01:00</dcterms:modified></cp:coreProperties>',
      },
      {
        name: 'docProps/app.xml',
        content:
          '<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Pages>3</Pages></Properties>',
      },
    ],
  ),

  'ODT of all kinds of text': odfOf(
    'text',
    `<text:tracked-changes><text:p>tracked</text:p></text:tracked-changes><text:h text:outline-level="1">One</text:h><text:h text:outline-level="9">Nine</text:h><text:h>None said</text:h><text:p text:style-name="T">Title</text:p>
    <text:p>plain <text:span text:style-name="b">bold</text:span> <text:span text:style-name="w600">600</text:span> <text:span text:style-name="w500">500</text:span> <text:span text:style-name="i">italic<text:span text:style-name="normal">normal</text:span></text:span> <text:span text:style-name="s">struck</text:span> <text:span text:style-name="nos">none</text:span> <text:span text:style-name="sup">sup</text:span> <text:span text:style-name="sup2">33%</text:span> <text:span text:style-name="sub">sub</text:span> <text:span text:style-name="sub2">-33%</text:span> <text:span text:style-name="zero">0%</text:span> <text:span text:style-name="mono">mono</text:span> <text:span text:style-name="named">named</text:span> <text:span text:style-name="Source_20_Text">code</text:span> <text:span text:style-name="hid">hidden</text:span> <text:span text:style-name="based">based</text:span> <text:span text:style-name="unknown">unknown</text:span></text:p>
    <text:p>a<text:s/>b<text:s text:c="3"/>c<text:tab/>d<text:line-break/>e <text:a xlink:href="https://a.example/">link</text:a> <text:a xlink:href="#x">inner</text:a> <text:a>none</text:a><text:page-number>7</text:page-number><text:hidden-text>h</text:hidden-text><text:ruby><text:ruby-base>base</text:ruby-base><text:ruby-text>ruby</text:ruby-text></text:ruby><office:annotation><text:p>comment</text:p></office:annotation></text:p>
    <text:p>note<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>The note</text:p></text:note-body></text:note> two<text:note><text:note-body><text:p>More</text:p><text:p>lines</text:p></text:note-body></text:note><text:note/></text:p>
    <text:p text:style-name="Quotations">Quoted</text:p><text:p text:style-name="Preformatted_20_Text">code 1</text:p><text:p text:style-name="Preformatted_20_Text">code 2</text:p><text:p text:style-name="hidp">hidden paragraph</text:p><text:p text:style-name="Contents_20_1">contents</text:p><text:p/>
    <text:table-of-content><text:p>toc</text:p></text:table-of-content><text:section><text:p>in a section</text:p></text:section>
    <text:list text:style-name="L"><text:list-item><text:p>three</text:p><text:list><text:list-item><text:p>bullet</text:p></text:list-item></text:list></text:list-item><text:list-item text:start-value="9"><text:p>nine</text:p><text:p>more</text:p></text:list-item><text:list-header><text:p>header</text:p></text:list-header></text:list><text:p>between</text:p><text:list text:continue-numbering="true" text:style-name="L"><text:list-item><text:p>ten</text:p></text:list-item></text:list><text:list text:style-name="B"><text:list-item><text:h text:outline-level="2">Heading in a list</text:h></text:list-item><text:list-item/></text:list>
    <table:table table:name="T"><table:table-column table:number-columns-repeated="2"/><table:table-header-rows><table:table-row><table:table-cell><text:p>A</text:p></table:table-cell><table:table-cell><text:p>B</text:p></table:table-cell></table:table-row></table:table-header-rows><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-spanned="2"><text:p>wide</text:p></table:table-cell><table:covered-table-cell/></table:table-row><table:table-row><table:table-cell table:number-rows-spanned="2"><text:p>tall</text:p></table:table-cell><table:table-cell table:number-columns-repeated="1"><text:p>x</text:p><text:p>y</text:p></table:table-cell></table:table-row><table:table-row><table:covered-table-cell/><table:table-cell><table:table><table:table-row><table:table-cell><text:p>inner</text:p></table:table-cell></table:table-row></table:table></table:table-cell></table:table-row></table:table>
    <text:p><draw:frame><draw:image xlink:href="Pictures/i.png"/><draw:image xlink:href="Pictures/i.svg"/><svg:title>Title</svg:title><svg:desc>Described</svg:desc></draw:frame><draw:frame><svg:title>Only titled</svg:title><draw:image xlink:href="Pictures/j.png"/></draw:frame><draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame><draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="o.png"/></draw:frame><draw:g><draw:rect><text:p>In a rectangle</text:p></draw:rect></draw:g><draw:custom-shape><text:p>In a shape</text:p></draw:custom-shape></text:p><draw:frame><draw:text-box><text:p>Stray box</text:p></draw:text-box></draw:frame>`,
    `${[
      ['b', '<style:text-properties fo:font-weight="bold"/>'],
      ['w600', '<style:text-properties fo:font-weight="600"/>'],
      ['w500', '<style:text-properties fo:font-weight="500"/>'],
      ['i', '<style:text-properties fo:font-style="oblique"/>'],
      ['normal', '<style:text-properties fo:font-style="normal"/>'],
      ['s', '<style:text-properties style:text-line-through-style="solid"/>'],
      ['nos', '<style:text-properties style:text-line-through-style="none"/>'],
      ['sup', '<style:text-properties style:text-position="super 58%"/>'],
      ['sup2', '<style:text-properties style:text-position="33% 58%"/>'],
      ['sub', '<style:text-properties style:text-position="sub 58%"/>'],
      ['sub2', '<style:text-properties style:text-position="-33% 58%"/>'],
      ['zero', '<style:text-properties style:text-position="0% 100%"/>'],
      ['mono', '<style:text-properties style:font-name="Courier New"/>'],
      ['named', '<style:text-properties style:font-name="F"/>'],
      ['hid', '<style:text-properties text:display="none"/>'],
    ]
      .map(([name, inside]) => `<style:style style:family="text" style:name="${name}">${inside}</style:style>`)
      .join(
        '',
      )}<style:style style:family="text" style:name="based" style:parent-style-name="b"><style:text-properties fo:font-style="italic"/></style:style><style:style style:family="paragraph" style:name="T" style:display-name="Title"/><style:style style:family="paragraph" style:name="hidp"><style:text-properties text:display="none"/></style:style><text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1" text:start-value="3"/><text:list-level-style-bullet text:level="2"/></text:list-style><text:list-style style:name="B"><text:list-level-style-number text:level="1" style:num-format=""/></text:list-style><style:default-style style:family="paragraph"><style:text-properties fo:language="de" fo:country="AT"/></style:default-style>`,
  ),

  'ODP of all kinds of slides': odfOf(
    'presentation',
    `<draw:page draw:name="Hidden" draw:style-name="gone"><draw:frame><draw:text-box><text:p>hidden slide</text:p></draw:text-box></draw:frame></draw:page><draw:page draw:name="page2"><draw:frame presentation:class="title"><draw:text-box><text:p>Slide  title</text:p></draw:text-box></draw:frame><draw:frame presentation:class="subtitle"><draw:text-box><text:p>Sub</text:p></draw:text-box></draw:frame><draw:frame presentation:class="outline"><draw:text-box><text:list><text:list-item><text:p>point</text:p></text:list-item></text:list></draw:text-box></draw:frame><draw:frame presentation:class="page-number"><draw:text-box><text:p>2</text:p></draw:text-box></draw:frame><draw:custom-shape><text:p>shape</text:p></draw:custom-shape><presentation:notes><draw:frame presentation:class="notes"><draw:text-box><text:p>Say this</text:p></draw:text-box></draw:frame></presentation:notes></draw:page><draw:page draw:name="Named"><draw:frame><draw:image xlink:href="i.png"/><svg:desc>Seen</svg:desc></draw:frame></draw:page><draw:page/>`,
    '<style:style style:family="drawing-page" style:name="gone"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>',
  ),

  'PPTX of all kinds of text': pptxOf([
    shape(a('Slide <![CDATA[&]]> title') + a('goes on'), '<p:ph type="title"/>') +
      shape(
        `${a('plain')}${a('bold', '', '<a:rPr b="1"/>')}${a('true', '', '<a:rPr b="true" i="0"/>')}${a('italic', '', '<a:rPr i="1"/>')}${a('struck', '', '<a:rPr strike="sngStrike"/>')}${a('not struck', '', '<a:rPr strike="noStrike"/>')}${a('sup', '', '<a:rPr baseline="30000"/>')}${a('sub', '', '<a:rPr baseline="-25000"/>')}${a('level', '', '<a:rPr baseline="0"/>')}${a('mono', '', '<a:rPr><a:latin typeface="Courier New"/></a:rPr>')}<a:p><a:r><a:t>one</a:t></a:r><a:br/><a:r><a:t>two</a:t></a:r><a:fld><a:t> field</a:t></a:fld></a:p><a:p/><a:p><a14:m>${math(mr('x+1'))}</a14:m><mc:AlternateContent><mc:Choice>${math(mr('y'))}</mc:Choice><mc:Fallback>${math(mr('no'))}</mc:Fallback></mc:AlternateContent></a:p>`,
      ),
    shape(
      `${a('bullet', '<a:pPr><a:buChar char="•"/></a:pPr>')}${a('deeper', '<a:pPr lvl="1"><a:buChar char="-"/></a:pPr>')}${a('third', '<a:pPr><a:buAutoNum type="arabicPeriod" startAt="3"/></a:pPr>')}${a('fourth', '<a:pPr><a:buAutoNum type="arabicPeriod" startAt="3"/></a:pPr>')}${a('none', '<a:pPr><a:buNone/></a:pPr>')}${a('first', '<a:pPr><a:buAutoNum type="alphaLcParenR"/></a:pPr>')}${a('too deep', '<a:pPr lvl="99"><a:buChar char="*"/></a:pPr>')}`,
      '<p:ph type="body" idx="1"/>',
    ) +
      `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc><a:txBody>${a('A')}</a:txBody></a:tc><a:tc><a:txBody>${a('B')}</a:txBody></a:tc></a:tr><a:tr><a:tc gridSpan="2"><a:txBody>${a('wide')}</a:txBody></a:tc><a:tc hMerge="1"><a:txBody>${a('covered')}</a:txBody></a:tc></a:tr><a:tr><a:tc rowSpan="2"><a:txBody>${a('tall')}</a:txBody></a:tc><a:tc><a:txBody>${a('x')}</a:txBody></a:tc></a:tr><a:tr><a:tc vMerge="1"><a:txBody>${a('under')}</a:txBody></a:tc><a:tc><a:txBody>${a('y')}</a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame><p:pic><p:nvPicPr><p:cNvPr id="4" name="P" descr="A picture"/></p:nvPicPr></p:pic><p:grpSp>${shape(a('grouped'))}</p:grpSp>${shape(a('12'), '<p:ph type="sldNum"/>')}${shape(a('date'), '<p:ph type="dt"/>')}${shape(a('foot'), '<p:ph type="ftr"/>')}`,
    `hidden ${shape(a('hidden slide'))}`,
    '',
  ]),

  'EPUB without chapters': zipOf([{ name: 'mimetype', content: 'application/epub+zip', packed: false }]),
}
