import type { Mutant } from './mutants.ts'

/** A mutant that changes nothing which a test could see, and why. */
interface Reviewed {
  file: string
  change: string
  /** The line of the source in which it begins. */
  code: string
  why: string
}

/** Those that a person has looked at. One whose line has changed since is tried again. */
const reviewed: readonly Reviewed[] = [
  {
    file: 'core/concurrency/fair-semaphore.ts',
    change: '0 → 1',
    code: 'longest: 0,',
    why: 'a millisecond is far from what counts as long',
  },
  {
    file: 'core/auth/keys/keys.ts',
    change: '1 → 2',
    code: '.limit(limit + 1)',
    why: 'it is looked at whether there is one more, and not how many',
  },
  {
    file: 'core/http/idempotency/hash-body.ts',
    change: '< → <=',
    code: 'const sorted = (object: object) => Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))',
    why: 'no two fields of an object have one name',
  },
  {
    file: 'core/http/idempotency/hash-body.ts',
    change: '1 → 2',
    code: 'const sorted = (object: object) => Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1))',
    why: 'of an order only the sign counts',
  },
  {
    file: 'core/jobs/lifecycle/cancel.ts',
    change: '1 → 2',
    code: 'await cancelPending(ports, tx, job, registered, -1)',
    why: 'items are numbered from 0 on, and any number below that is before all of them',
  },
  {
    file: 'core/jobs/scheduling/fair-queue.ts',
    change: '0 → 1',
    code: 'let now = 0',
    why: 'all that accounts have begun is held against the least of it, wherever that is counted from',
  },
  {
    file: 'core/jobs/store/statements/items.ts',
    change: '1 → 2',
    code: '.limit(sql.lit(1)),',
    why: 'it is looked at whether there is one, and not how many',
  },
  {
    file: 'core/jobs/worker/worker.ts',
    change: 'false → true',
    code: 'if (alone) await store.write((tx) => hostLimits.reset(tx), { durable: false })',
    why: 'only a power cut could undo it, and the start after that does it again',
  },
  {
    file: 'core/jobs/worker/worker.ts',
    change: 'false → true',
    code: '{ durable: false, patient: this.#running.isBusy },',
    why: 'a power cut ends what was claimed, too, and the next start gives it back whether the claim is known or not',
  },
  {
    file: 'plugins/documents/media/image-size.ts',
    change: '0 → 1',
    code: 'const little = head.getUint8(0) === 0x49',
    why: 'the order of bytes is told by two letters that are the same',
  },
  {
    file: 'plugins/enrichment/discovery/mail-servers.ts',
    change: "records === 'no answer' → false",
    code: "if (records === 'no answer') return unknown",
    why: 'a text cannot be sorted as records are, which ends in the same answer',
  },
  {
    file: 'plugins/content/encoding/guess.ts',
    change: '16 → 17',
    code: 'const BESIDE = 16',
    why: 'a word is as well known by one more letter of what stands beside it',
  },
  {
    file: 'plugins/content/metadata/date/month-names.ts',
    change: 'byLanguage.set(key, names) → ;',
    code: 'byLanguage.set(key, names)',
    why: 'the names that are kept are the same when they are made again',
  },
  {
    file: 'plugins/map/read-tags.ts',
    change: 'tag === undefined → false',
    code: 'if (tag === undefined) return',
    why: 'what is read of a tag that nobody asks for is told to nobody',
  },
  {
    file: 'plugins/content/encoding/guess.ts',
    change: '0x20 → 33',
    code: 'const SPACE = 0x20',
    why: 'words are parted by any character that is no letter',
  },
  {
    file: 'engines/playwright/memory-guard.ts',
    change: 'true → undefined as never',
    code: 'if (failure === undefined || frame.isDetached()) return true',
    why: 'of the frames only those are looked for that say false',
  },
  {
    file: 'engines/playwright/page/network-idle.ts',
    change: 'before → true',
    code: 'if (before) open.delete(before)',
    why: 'no request is null, so that nothing is taken out then',
  },
]

export const reasonOf = ({ file, change, code }: Mutant): string | undefined =>
  reviewed.find((one) => one.file === file && one.change === change && one.code === code)?.why
