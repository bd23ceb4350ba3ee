import { expect, test } from 'bun:test'
import { bodyOf, draftOf } from '../../../../plugins/dashboard/app/pages/monitors/draft.ts'

const draftWith = (threshold: number) => draftOf(monitor(threshold) as unknown as Parameters<typeof draftOf>[0])
const monitor = (threshold: number) => ({
  id: 'mon_1',
  url: 'https://a.example/',
  name: 'A',
  schedule: '0 * * * *',
  timezone: 'UTC',
  tags: [],
  options: { threshold },
})

test.each([0, 0.001, 0.07, 0.29, 0.58, 1])(
  'a threshold of %d is shown as a plain percentage, and sent as it was',
  (threshold) => {
    const draft = draftWith(threshold)
    expect(draft.threshold).toMatch(/^(?:\d{1,3}(?:\.\d)?)?$/)
    expect(bodyOf(draft).options).toMatchObject({ threshold })
  },
)

test('further options that are not a JSON object are refused at their field', () => {
  for (const more of ['{', '[1]', 'null', '1'])
    expect(() => bodyOf({ ...draftWith(0), more })).toThrow(
      expect.objectContaining({ parameter: 'more', message: expect.stringContaining('must be a JSON object') }),
    )
})
