import { type Content, type ConvertContext, copyOf, threadTask } from '../../content/service.ts'
import type { Snapshot } from '../service.ts'
import type { describePage, readBody } from './read-text.ts'

const module = new URL('./read-text.ts', import.meta.url)

const given = ({ url, headers, body }: Snapshot) => ({
  url,
  body: copyOf(body),
  contentType: headers.get('content-type') ?? '',
})

/** The body of a snapshot as a response contains it. */
export const showBody = (snapshot: Snapshot, content: Content, context: ConvertContext) =>
  content.run(() => {
    const message = given(snapshot)
    return threadTask<typeof readBody>(module, 'readBody', message, [message.body])
  }, context)

/** The metadata of a snapshot that is a page. */
export const describeSnapshot = (snapshot: Snapshot, content: Content, context: ConvertContext) =>
  content.run(() => {
    const message = given(snapshot)
    return threadTask<typeof describePage>(module, 'describePage', message, [message.body])
  }, context)
