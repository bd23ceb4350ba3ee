import { expect, test } from 'bun:test'
import { bodyOf, draftOf } from '../../../../plugins/dashboard/app/pages/monitors/draft.ts'

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
    const draft = draftOf(monitor(threshold) as unknown as Parameters<typeof draftOf>[0])
    expect(draft.threshold).toMatch(/^(?:\d{1,3}(?:\.\d)?)?$/)
    expect(bodyOf(draft).options).toMatchObject({ threshold })
  },
)
