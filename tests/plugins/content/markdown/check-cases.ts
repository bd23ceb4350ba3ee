import { describe, expect, test } from 'bun:test'
import { markdownOf } from './convert.ts'

/** A description, the HTML, and the lines of Markdown. */
export type Case = [name: string, html: string, markdown: string | string[]]

export const check = (title: string, cases: Case[]) =>
  describe(title, () => {
    test.each(cases)('%s', (_, html, markdown) => {
      expect(markdownOf(html).split('\n')).toEqual(typeof markdown === 'string' ? [markdown] : markdown)
    })
  })
