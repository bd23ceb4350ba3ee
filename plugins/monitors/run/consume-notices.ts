import type { Consumer } from 'weirjs'
import type { MonitorsContext } from '../context.ts'
import type { NoticeMessage } from '../options/notifications.ts'

const MINUTE = 60_000
/** Milliseconds before each attempt at a notice: for most of a day. */
const DELAYS = [0, 5000, 30_000, 2 * MINUTE, 15 * MINUTE, 60 * MINUTE, 6 * 60 * MINUTE]

/** Delivers notices by their notifiers. */
export const consumeNotices = ({ monitors, notifiers, open }: MonitorsContext): Consumer<NoticeMessage> => ({
  delays: DELAYS,
  async deliver({ payload: { notifier: name, notice } }, signal) {
    const row = await monitors.find(notice.monitor.id)
    const target = row && open(row)?.notifications?.[name]
    const notifier = notifiers.find(name)
    if (target === undefined || !notifier || !('notify' in notifier))
      return { kind: 'rejected', reason: 'Nobody is to be notified any more' }
    await notifier.notify(target, notice, signal)
    return undefined
  },
})
