import { describeError, type Log } from '../../log.ts'
import type { Store, Tx } from '../../store/index.ts'

/** The notification channel for new work. */
export const CHANNEL = 'queue'
/** Milliseconds between two signals of this process. */
const SIGNAL_EVERY = 20

/** Notifies the other processes that there may be work. */
export interface Signal {
  /** Sends with the commit or, to limit the rate, soon after it. */
  send(tx: Tx): Promise<void>
  close(): Promise<void>
}

export function createSignal(store: Store, log: Log): Signal {
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<unknown> = Promise.resolve()
  let next = 0
  const sendAlone = () => {
    timer = undefined
    next = performance.now() + SIGNAL_EVERY
    sending = store
      .write((tx) => tx.notify(CHANNEL, ''), { durable: false })
      // The others check by themselves now and then.
      .catch((error) => log.warn('Other processes could not be told of work', { cause: describeError(error) }))
  }
  return {
    async send(tx: Tx) {
      const now = performance.now()
      if (timer === undefined && now >= next) {
        next = now + SIGNAL_EVERY
        await tx.notify(CHANNEL, '')
      } else
        tx.after(() => {
          timer ??= setTimeout(sendAlone, Math.max(0, next - performance.now()))
        })
    },
    async close() {
      clearTimeout(timer)
      await sending
    },
  }
}
