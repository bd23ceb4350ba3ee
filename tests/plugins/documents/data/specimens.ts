/** A file as a server returns it. */
export interface Specimen {
  type: string
  text: string
}

const dc = 'xmlns:dc="http://purl.org/dc/elements/1.1/"'
const rss = (channel: string) =>
  `<?xml version="1.0"?><rss version="2.0" ${dc} xmlns:dcterms="http://purl.org/dc/terms/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/" xmlns:atom="http://www.w3.org/2005/Atom"><channel>${channel}</channel></rss>`
const rssFeed = (channel: string): Specimen => ({ type: 'application/rss+xml', text: rss(channel) })
const atomFeed = (inside: string, attributes = 'xml:lang="en"'): Specimen => ({
  type: 'application/atom+xml',
  text: `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" ${attributes}>${inside}</feed>`,
})
const jsonFeed = (feed: object): Specimen => ({
  type: 'application/feed+json',
  text: JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', ...feed }),
})
const csv = (text: string): Specimen => ({ type: 'text/csv', text })
const json = (text: string): Specimen => ({ type: 'application/json', text })
const xml = (text: string): Specimen => ({ type: 'application/xml', text })
const plain = (text: string): Specimen => ({ type: 'text/plain', text })
const svg = (attributes: string): Specimen => ({
  type: 'image/svg+xml',
  text: `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" ${attributes}><rect/></svg>`,
})

/** Files of data and text. Each has features that others of its kind lack. */
export const specimens: Readonly<Record<string, Specimen>> = {
  'RSS with all that a channel and an item may say': rssFeed(
    `<title>Kettle  News</title><description>All of &amp; kettles</description><link>/home</link><language>en-gb</language>
    <managingEditor>ed@kettles.example (Ed)</managingEditor><lastBuildDate>Tue, 05 Mar 2024 10:00:00 GMT</lastBuildDate>
    <pubDate>Mon, 04 Mar 2024 10:00:00 GMT</pubDate><image><url>logo.png</url></image>
    <item><title>Copper &lt;is&gt; back</title><link>/copper</link><guid isPermaLink="false">id-1</guid><pubDate>Mon, 04 Mar 2024 09:30:00 +0100</pubDate>
    <dcterms:modified>2024-03-05</dcterms:modified><dc:creator>Ada</dc:creator><dc:creator>Grace</dc:creator>
    <description>&lt;p&gt;Short &lt;b&gt;words&lt;/b&gt;&lt;/p&gt;</description><content:encoded><![CDATA[<p>Long <i>words</i>, and a <a href="more">link</a>.</p><p>Two.</p>]]></content:encoded>
    <category>metal</category><category> kitchen  ware </category><enclosure url="a.mp3" type="audio/mpeg" length="1234"/></item>
    <item><description>Only this</description></item>`,
  ),
  'RSS that says it elsewhere': rssFeed(
    `<itunes:summary>Heard of kettles</itunes:summary><itunes:author>Hear Ltd</itunes:author><itunes:image href="https://img.example/i.png"/>
    <dc:language>de</dc:language><dc:date>2024-01-02T03:04:05Z</dc:date><title>Podcast</title>
    <item><itunes:title>One</itunes:title><itunes:author>Voice</itunes:author><itunes:summary>Said</itunes:summary><guid>https://pod.example/1</guid><dc:date>2024-02-03</dc:date></item>
    <item><media:title>Two</media:title><media:content url="v.mp4" type="video/mp4" fileSize="99"/><atom:link rel="self" href="/self"/><atom:link rel="alternate" href="/two"/><atom:published>2024-02-04T00:00:00Z</atom:published><atom:updated>2024-02-05T00:00:00Z</atom:updated></item>
    <item><dc:title>Three</dc:title><dcterms:created>2024-02-06</dcterms:created><author>c@pod.example</author><guid isPermaLink="false">https://pod.example/no-link</guid></item>
    <item><title>Four</title><guid>not-an-address</guid><pubDate>some day soon</pubDate><author>d@pod.example (Dee)</author><enclosure url="http://[bad" length="1"/><enclosure url="b.mp3" length="-1"/></item>`,
  ),
  'RSS whose editor has an address alone': rssFeed(
    '<title>T</title><managingEditor>ed@kettles.example</managingEditor><pubDate>Mon, 04 Mar 2024 10:00:00 GMT</pubDate><item><title>One</title></item>',
  ),
  'RSS whose author is named by Dublin Core': rssFeed(
    '<title>T</title><dc:creator>Dublin</dc:creator><managingEditor>ed@kettles.example</managingEditor><item><title>One</title></item>',
  ),
  'RSS that breaks off in its last item': rssFeed(
    `<title>Broken</title>${'<item><title>Whole</title></item>'.repeat(9)}<item><title>Half</tit`,
  ),
  RDF: {
    type: 'application/rdf+xml',
    text: `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" ${dc}>
    <channel rdf:about="https://old.example/"><title>Old</title><link>https://old.example/</link><description>News of old</description><dc:language>fr</dc:language><dc:creator>Anne</dc:creator><dc:date>2003-04-05</dc:date></channel>
    <image><url>old.png</url><title>x</title></image>
    <item rdf:about="https://old.example/1"><title>First</title><link>https://old.example/1</link><description>Said first</description><dc:creator>Bob</dc:creator></item></rdf:RDF>`,
  },
  'Atom with all that a feed and an entry may say': atomFeed(
    `<title type="html">Kettle &lt;b&gt;News&lt;/b&gt;</title><subtitle>Sub  title</subtitle><link rel="self" href="/self"/><link href="/home"/><updated>2024-03-05T10:00:00Z</updated>
    <author><name>Ada</name></author><author><name>Ada</name></author><author><name>Grace</name></author><logo>logo.png</logo><icon>icon.png</icon>
    <entry xml:base="deep/"><title>One</title><link rel="alternate" href="one"/><link rel="enclosure" href="one.mp3" type="audio/mpeg" length="77"/><link rel="enclosure" href="two.mp3"/><id>urn:1</id><published>2024-03-04T09:00:00+02:00</published><updated>2024-03-05T09:00:00Z</updated>
    <author><name>Zoe</name></author><summary>First line
second line

Next   paragraph</summary><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>In <b>place</b></p></div></content><category term="metal" label="Metal"/><category term="ware"/></entry>
    <entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">A <i>title</i></div></title><summary type="html">&lt;p&gt;S&lt;/p&gt;</summary><content type="image/png">iVBORw0KGgo=</content></entry>
    <entry><title>Video</title><media:group><media:description>What is seen</media:description></media:group></entry>
    <entry><title>Clip</title><media:description>Described</media:description><content type="text/plain">a &lt; b</content></entry>`,
  ),
  'Atom that has an icon and no language': atomFeed(
    '<title>T</title><icon>icon.png</icon><link rel="alternate" href="https://a.example/"/>',
    'xml:base="https://base.example/x/"',
  ),
  'Feed of JSON with all that it may say': jsonFeed({
    title: ' Kettle  News ',
    description: 'All',
    home_page_url: '/home',
    language: 'en',
    authors: [{ name: 'Ada' }, { name: ' Ada ' }, { name: '' }, { name: 'Grace' }],
    icon: 'icon.png',
    favicon: 'favicon.ico',
    items: [
      {
        id: '1',
        url: '/one',
        external_url: 'https://else.example/',
        title: 'One',
        content_html: '<p>Long</p>',
        content_text: 'not this',
        summary: 'Short & sweet\n\nTwo',
        date_published: '2024-03-04T09:00:00Z',
        date_modified: '2024-03-05T09:00:00Z',
        authors: [{ name: 'Zoe' }],
        tags: ['metal', ' ', 'ware'],
        attachments: [
          { url: 'one.mp3', mime_type: 'audio/mpeg', size_in_bytes: 5 },
          { url: 'two.mp3', mime_type: 'audio/mpeg', size_in_bytes: 1.5 },
        ],
      },
      {
        id: '2',
        external_url: 'https://else.example/2',
        content_text: 'a < b\n\nnext\nline',
        date_published: 'some day',
      },
    ],
  }),
  'Feed of JSON with a small picture': jsonFeed({ title: 'T', favicon: 'favicon.ico', items: [] }),
  'JSON that calls itself a feed': { type: 'application/feed+json', text: '{"a":1}' },

  'CSV with a head': csv('Item,Qty,Price\nKettle,3,19.50\n"Pot, ""big""",4,7\nLid,,\n'),
  'CSV without a head': csv('1,2\n3,4\n'),
  'CSV with codes and large numbers': csv(
    'id,code,big,small,power\n1,007,123456789012345,0.123456789012345,1e5\n2,-0,1234567890123456,-0.5,1E-9\n3,1.,.5,+5,1e100\n',
  ),
  'CSV with names that are the same or empty': csv('a,a,,b\n1,2,3,4\n'),
  'CSV with rows of many lengths': csv('a,b\n1\n2,3,4\n\n , \n5,6\n'),
  'CSV parted by semicolons': csv('a;b\n1,5;2\n'),
  TSV: { type: 'text/tab-separated-values', text: 'a\tb,c\nx\ty\n' },
  'CSV of one line': csv('only,this\n'),
  'CSV of nothing': csv('\n\n'),

  'JSON of every kind of value': json('{"a":[1,-2.5,true,false,null,"x"],"b":{"c":{},"d":[]},"e":"two\\nlines <b>"}'),
  'JSON of a text': json('"alone"'),
  'JSON of a list': json('[{"a":1,"b":"x"},{"a":2,"b":"y"}]'),
  'JSON in lines': { type: 'application/x-ndjson', text: '{"a":1}\n\n{"a":2}\n' },
  'JSON that breaks off': json('{"a":[1,'),
  'JSON-LD': {
    type: 'application/ld+json',
    text: '{"@context":"https://schema.org","@type":"Product","name":"Kettle","offers":{"@type":"Offer","price":"24.50"}}',
  },

  'XML with attributes, text and lists': xml(
    '<?xml version="1.0"?><a x="1" y=" two "><b>1</b><b>2</b><c><![CDATA[<d>]]></c><e/>tail &amp; more<!-- no --></a>',
  ),
  'XML with a title': xml('<doc><title>The title</title><p>One</p><p lang="de">Zwei</p></doc>'),
  'XML that breaks off': xml('<a><b>1</b>'),

  'text with paragraphs': plain('A title\n\nFirst *line*\nsecond line\n\n\n\n  indented <b>\n# no heading\n'),
  'text of one line': plain('Only a line'),
  'text of blanks': plain(' \n \n'),
  'text with a Markdown heading': { type: 'text/markdown', text: '# Kettles\n\nThey *boil*.\n\n- one\n- two\n' },

  captions: {
    type: 'text/vtt',
    text: 'WEBVTT\nLanguage: en\n\n00:00.500 --> 00:02.000\n<v Mary>Hello &amp; all\n\n01:00:00.000 --> 01:00:01.500\nBye\n',
  },
  'captions that say nothing': { type: 'text/vtt', text: 'WEBVTT\n\n00:00.500 --> 00:02.000\n\n' },

  'SVG with a size': svg('width="120" height="40px"'),
  'SVG with a broken size': svg('width="50%" height="40" viewBox="0 0 300,200"'),
  'SVG with half a size': svg('width="0" height="40" viewBox=" 1 2 30.5 20 "'),
  'SVG with no size': svg('viewBox="0 0 a 20"'),
}
