import { contentFormats } from 'weirjs/schemas/formats'
import { defaultOptions } from '../read/default-options.ts'
import { readSource } from '../read/read.ts'

const part = `<h2>Part</h2><p>Some <b>words</b> of <i>text</i>, <a href="/link">a link</a> and <code>code</code>.</p>
<ul><li>One</li><li>Two</li></ul><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>`
const sample = `<!DOCTYPE html><html lang="en"><head><title>Sample</title><meta name="description" content="A page"></head>
<body><nav><a href="/">Home</a></nav><main><h1>Sample</h1>${part.repeat(10)}</main><footer>End</footer></body></html>`

/** After this many runs most of the converter is compiled; the first run takes twenty times as long as the last. */
const TIMES = 5

/** Converts a sample, so that the first real page need not wait for compilation. */
export async function warmUp(): Promise<void> {
  const source = {
    url: new URL('https://sample.example/'),
    headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
    body: new TextEncoder().encode(sample),
    parserName: 'html',
    mime: 'text/html',
  } as const
  for (let i = 0; i < TIMES; i++) {
    await readSource(source, {
      ...defaultOptions,
      formats: new Set(contentFormats),
      onlyMainContent: i % 2 === 0,
    })
  }
}
