import { expect, test } from 'bun:test'
import { isForum } from '../../../../plugins/content/metadata/page-types.ts'
import { Things } from '../../../../plugins/content/structured/things.ts'

const none = new Things([], [], [])
const question = new Things([{ '@type': 'QAPage', name: 'Why?' }], [], [])

test('a page is of a forum by its address or by what it says that it is', () => {
  const url = new URL('https://example.com/kettles')
  expect(isForum({ url, things: none })).toBe(false)
  expect(isForum({ url: new URL('https://example.com/viewtopic?t=1'), things: none })).toBe(true)
  const threads =
    '/r/kettles/comments/1a2b/leak /t/my-kettle-leaks/3275 /discussion/12/leak /topic/12/leak /?showtopic=12'
  for (const path of threads.split(' ')) expect(isForum({ url: new URL(path, url), things: none })).toBe(true)
  for (const path of ['/topics/kettles/leaks', '/topic/kettles', '/news/a-discussion-of-leaks', '/ten-questions-asked'])
    expect(isForum({ url: new URL(path, url), things: none })).toBe(false)
  expect(isForum({ url, things: question })).toBe(true)
})
