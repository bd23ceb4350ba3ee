import { convert } from '../convert.ts'
import { contentOptions } from '../options.ts'

/** Converts a page on any runtime, and prints its Markdown. */
const source = {
  url: new URL('https://site.example/page'),
  headers: new Headers({ 'content-type': 'text/html' }),
  body: new TextEncoder().encode('<h1>On a thread</h1>'),
}
console.log((await convert(source, contentOptions({}, 'markdown'))).markdown?.trim())
