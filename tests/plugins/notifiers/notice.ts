import type { Notice } from '../../../plugins/monitors/service.ts'

/** A notice of a change. */
export const noticeOf = (changes: Partial<Notice> = {}): Notice => ({
  id: 'ntc_01900000-0000-7000-8000-000000000000',
  event: 'monitor.changed',
  account: 'usr_01900000-0000-7000-8000-000000000000',
  monitor: { id: 'mon_01900000-0000-7000-8000-000000000000', name: 'Prices', url: 'https://shop.example/prices' },
  at: '2026-01-31T12:00:00.000Z',
  changePercent: 12.34,
  addedLines: 1,
  removedLines: 2,
  diff: '@@ -1,2 +1,1 @@\n-one\n-two\n+three\n',
  error: null,
  links: { page: 'https://shop.example/prices', history: 'https://weir.example/v1/monitors/mon_1/history' },
  ...changes,
})
