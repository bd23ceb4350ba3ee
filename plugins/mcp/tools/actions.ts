import { oneOf, t } from 'weirjs'
import { actionTypes } from 'weirjs/schemas'
import { MAX_CHARACTERS, showPart } from '../text/page-text.ts'
import { showPicture } from './picture.ts'
import { keyOf, pageInput, scrapePage } from './read-page.ts'
import { defineTool } from './tool.ts'

const Step = t.Object({
  type: oneOf(actionTypes),
  selector: t.Optional(t.String({ description: 'CSS' })),
  text: t.Optional(t.String({ description: 'What input types' })),
  value: t.Optional(t.String({ description: 'Value for select; code for executeJavascript' })),
  milliseconds: t.Optional(t.Number()),
  key: t.Optional(t.String({ description: 'Key, such as Enter' })),
  direction: t.Optional(oneOf(['up', 'down', 'left', 'right'])),
  pixels: t.Optional(t.Number()),
})

export const actions = defineTool({
  name: 'actions',
  title: 'Do something on a page, then read it',
  description: 'Clicks, types, scrolls and so on in a browser, in order; returns the resulting page.',
  input: t.Object({ ...pageInput, actions: t.Array(Step, { minItems: 1, maxItems: 20 }) }),
  plugin: 'scrape',
  permission: 'scrape',
  readOnly: false,
  openWorld: true,
  async run({ actions: steps, ...input }, context) {
    const { page, data } = await scrapePage({ fresh: true, ...input }, context, { actions: steps })
    const shown = showPart(page, { offset: 0, most: MAX_CHARACTERS })
    if (page.text.length > MAX_CHARACTERS) context.kept.keep(keyOf(input), page)
    const pictures = (data.files ?? []).filter(({ type }) => type === 'screenshot')
    return { content: [...shown.content, ...(await Promise.all(pictures.map(({ url }) => showPicture(url, context))))] }
  },
})
