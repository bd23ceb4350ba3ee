/** Extractors of others, each as a function `(html, url) => markdown or a promise of it`. */
import { gfm } from '@joplin/turndown-plugin-gfm'
import { Readability } from '@mozilla/readability'
import { Defuddle } from 'defuddle/node'
import { parseHTML } from 'linkedom'
import { htmlToMarkdown } from 'mdream'
import TurndownService from 'turndown'

const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
service.use(gfm)
service.remove(['script', 'style', 'noscript', 'template'])

export const peers = {
  readability(html, url) {
    const { document } = parseHTML(html)
    const base = document.createElement('base')
    base.setAttribute('href', url)
    document.head?.append(base)
    return service.turndown(new Readability(document).parse()?.content ?? '')
  },
  async defuddle(html, url) {
    const { document } = parseHTML(html)
    const { content, contentMarkdown } = await Defuddle(document, url, { markdown: true })
    return contentMarkdown ?? content ?? ''
  },
  mdream: (html, url) => htmlToMarkdown(html, { origin: url, minimal: true }),
  turndown: (html) => service.turndown(html),
}
