import { describeError, type Log } from '../../log.ts'
import type { Store, Tx } from '../../store/index.ts'

/** The notification channels: events of jobs, and jobs that are being ended. */
const NEWS = 'jobs.news'
const ENDING = 'jobs.ending'
/** Milliseconds between two notifications of this process. Everything in between goes into the next one. */
const NEWS_EVERY = 50
/** Jobs in one notification, which has at most 7,999 bytes. */
const BATCH = 100

/** Receives the notifications of all processes, this one included. */
export interface ProcessListener {
  /** A job has events up to this one. */
  event(jobId: string, id: number): void
  /** A job is being ended: its items must be aborted. */
  ending(job: number): void
  /** A job has ended: what is cached of it can be dropped. */
  ended(job: number): void
  /** Notifications may have been missed. */
  missed(): void
}

/** Notifies the other processes that use the same store. */
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

/** For a process that is the only one to use the store. */
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
      // The others check by themselves now and then.
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
