import { expect, test } from 'bun:test'
import { withoutLinks } from '../../../plugins/mcp/tools/result.ts'

test('for clients without resource links, those to files become text, and those to results are left out', () => {
  const text = { type: 'text' as const, text: 'A page' }
  const picture = { type: 'resource_link' as const, uri: 'https://weir.example/v1/files/file_1', name: 'Screenshot' }
  const page = { type: 'resource_link' as const, uri: 'weir://job_1/1', name: 'Kettles' }
  expect(withoutLinks({ content: [text, picture, page], structuredContent: { a: 1 } })).toEqual({
    content: [text, { type: 'text', text: 'Screenshot: https://weir.example/v1/files/file_1' }],
    structuredContent: { a: 1 },
  })
})
