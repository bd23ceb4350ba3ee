import { expect, test } from 'bun:test'
import type { MonitorsContext } from '../../../../plugins/monitors/context.ts'
import { consumeNotices } from '../../../../plugins/monitors/run/consume-notices.ts'

/** What becomes of a notice for the pager, and to whom it is sent. */
async function delivering({
  row,
  notifications,
  notifier,
}: {
  row?: object
  notifications?: object
  notifier?: object
}) {
  const sent: unknown[] = []
  const notify = async (target: unknown) => void sent.push(target)
  const consumer = consumeNotices({
    monitors: { find: async () => row },
    open: () => ({ notifications }),
    notifiers: { find: () => notifier ?? { notify } },
  } as unknown as MonitorsContext)
  const message = { payload: { notifier: 'pager', notice: { monitor: { id: 'mon_1' } } } }
  const outcome = await consumer.deliver(message as never, new AbortController().signal)
  return { outcome, sent }
}
const pager = { pager: { number: '112' } }

test('a notice is sent to the target that the monitor has now', async () => {
  expect(await delivering({ row: {}, notifications: pager })).toEqual({ outcome: undefined, sent: [pager.pager] })
})

test.each([
  ['the monitor was deleted', { notifications: pager }],
  ['the target was removed', { row: {}, notifications: {} }],
  ['the monitor has no targets any more', { row: {} }],
  ['the notifier cannot be used any more', { row: {}, notifications: pager, notifier: { missing: 'WEIR_SMTP_URL' } }],
])('a notice is not sent if %s', async (_, given) => {
  expect(await delivering(given)).toMatchObject({ outcome: { kind: 'rejected' }, sent: [] })
})
