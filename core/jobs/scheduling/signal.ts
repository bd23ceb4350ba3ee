import { describeError, type Log } from '../../log.ts'
import type { Store, Tx } from '../../store/index.ts'

/** The channel by which processes tell each other that there may be something to take. */
export const CHANNEL = 'queue'
/** Milliseconds between two signals of this process. */
const SIGNAL_EVERY = 20

/** Tells the other processes that there may be something to take. */
export interface Signal {
  /** With the commit of what is told of, or soon after it: no more than one signal in a while. */
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
      // The others look by themselves now and then.
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
