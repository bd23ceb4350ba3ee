import { describeError, type Log } from '../../log.ts'
import type { Store, Tx } from '../../store/index.ts'

/** The channels: what has happened in jobs, and jobs that are being ended. */
const NEWS = 'jobs.news'
const ENDING = 'jobs.ending'
/** Milliseconds between two signals of this process. What happens meanwhile goes with the next. */
const NEWS_EVERY = 50
/** Jobs that one signal tells of, which carries 7,999 bytes. */
const BATCH = 100

/** What a process hears of the others, and of itself. */
export interface ProcessListener {
  /** A job has events up to this one. */
  event(jobId: string, id: number): void
  /** A job is being ended: nothing of it goes on. */
  ending(job: number): void
  /** A job has ended: what is kept of it in memory is of no use any more. */
  ended(job: number): void
  /** Something may have been missed. */
  missed(): void
}

/** Tells the other processes that work on the same store what they need to know at once. */
export interface Processes {
  tellEvent(jobId: string, id: number): void
  tellEnded(job: number): void
  /** With the commit. */
  tellEnding(tx: Tx, job: number): Promise<void>
  hear(listener: ProcessListener): () => void
  close(): Promise<void>
}

interface News {
  events: Record<string, number>
  ended: number[]
}

/** For a process that uses the store alone. */
export const noProcesses: Processes = {
  tellEvent() {},
  tellEnded() {},
  async tellEnding() {},
  hear: () => () => {},
  async close() {},
}

export function createProcesses(store: Store, log: Log): Processes {
  let events = new Map<string, number>()
  let ended: number[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> = Promise.resolve()

  const send = async () => {
    timer = undefined
    const pieces = piecesOf(events, ended)
    events = new Map()
    ended = []
    try {
      await store.write(
        async (tx) => {
          for (const piece of pieces) await tx.notify(NEWS, JSON.stringify(piece))
        },
        { durable: false },
      )
    } catch (error) {
      // They look by themselves now and then.
      log.warn('Other processes could not be told what happened in jobs', { cause: describeError(error) })
    }
  }
  const later = () => {
    timer ??= setTimeout(() => {
      sending = send()
    }, NEWS_EVERY)
  }

  return {
    tellEvent(jobId, id) {
      events.set(jobId, Math.max(id, events.get(jobId) ?? 0))
      later()
    },
    tellEnded(job) {
      ended.push(job)
      later()
    },
    tellEnding: (tx, job) => tx.notify(ENDING, String(job)),
    hear(listener) {
      const stops = [
        store.listen(NEWS, {
          heard(payload) {
            const news = JSON.parse(payload) as News
            for (const [jobId, id] of Object.entries(news.events)) listener.event(jobId, id)
            for (const job of news.ended) listener.ended(job)
          },
          missed: () => listener.missed(),
        }),
        store.listen(ENDING, { heard: (job) => listener.ending(Number(job)), missed() {} }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
    async close() {
      clearTimeout(timer)
      if (timer !== undefined) sending = send()
      await sending
    },
  }
}

function piecesOf(events: ReadonlyMap<string, number>, ended: readonly number[]): News[] {
  const all = [...events]
  return Array.from({ length: Math.ceil(Math.max(all.length, ended.length) / BATCH) }, (_, i) => ({
    events: Object.fromEntries(all.slice(i * BATCH, (i + 1) * BATCH)),
    ended: ended.slice(i * BATCH, (i + 1) * BATCH),
  }))
}
