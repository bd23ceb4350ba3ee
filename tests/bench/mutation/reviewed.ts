import type { Mutant } from './mutants.ts'

/** A mutant without an effect that a test could observe, and why. */
interface Reviewed {
  file: string
  change: string
  /** The source line in which it begins. */
  code: string
  why: string
}

/** Reviewed mutants. If the source line changes, the mutant is tried again. */
const reviewed: readonly Reviewed[] = [
  {
    file: 'core/auth/keys/keys.ts',
    change: '1 → 2',
    code: '.limit(limit + 1)',
    why: 'it is looked at whether there is one more, and not how many',
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
    file: 'plugins/content/encoding/guess.ts',
    change: '0x20 → 33',
    code: 'const SPACE = 0x20',
    why: 'words are parted by any character that is no letter',
  },
  {
    file: 'engines/playwright/page-guard.ts',
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
  {
    file: 'engines/stealth/open.ts',
    change: '150 → 151',
    code: 'const BYTES_PER_PAGE = 150 * 1024 * 1024',
    why: 'it is an estimate of what pages take',
  },
  {
    file: 'engines/stealth/open.ts',
    change: '1024 → 1025',
    code: 'const BYTES_PER_PAGE = 150 * 1024 * 1024',
    why: 'it is an estimate of what pages take',
  },
  {
    file: 'engines/chromium/open.ts',
    change: '100 → 101',
    code: 'const BYTES_PER_PAGE = 100 * 1024 * 1024',
    why: 'it is an estimate of what pages take',
  },
  {
    file: 'engines/chromium/open.ts',
    change: '1024 → 1025',
    code: 'const BYTES_PER_PAGE = 100 * 1024 * 1024',
    why: 'it is an estimate of what pages take',
  },
  {
    file: 'engines/firefox/open.ts',
    change: '120 → 121',
    code: 'const BYTES_PER_PAGE = 120 * 1024 * 1024',
    why: 'it is an estimate of what pages take',
  },
  {
    file: 'engines/firefox/open.ts',
    change: '1024 → 1025',
    code: 'const BYTES_PER_PAGE = 120 * 1024 * 1024',
    why: 'it is an estimate of what pages take',
  },
  {
    file: 'engines/firefox/firefox-preferences.ts',
    change: 'true → false',
    code: "'dom.ipc.processPrelaunch.enabled': true,",
    why: 'a process that is started ahead only shows the page sooner',
  },
  {
    file: 'engines/chromium/ready.ts',
    change: '5000 → 5001',
    code: 'export const CONNECTING_TIME = 5000',
    why: 'no browser answers in the one millisecond between',
  },
  {
    file: 'engines/playwright/page/screenshot.ts',
    change: '0 → 1',
    code: 'width: Math.max(document.documentElement.scrollWidth, document.body?.scrollWidth ?? 0),',
    why: 'less than a pixel is drawn as one',
  },
  {
    file: 'engines/playwright/page/screenshot.ts',
    change: '0 → 1',
    code: 'height: Math.max(document.documentElement.scrollHeight, document.body?.scrollHeight ?? 0),',
    why: 'less than a pixel is drawn as one',
  },
  {
    file: 'core/credits/moves/charge-moves.ts',
    change: 'taken > 0 → true',
    code: 'if (taken > 0) save({ ...row, used: row.used + taken, held: row.held - fromHold, spent: row.spent + taken })',
    why: 'a balance of which nothing is taken is written as it is',
  },
  {
    file: 'core/credits/moves/charge-moves.ts',
    change: '> → >=',
    code: 'if (taken > 0) save({ ...row, used: row.used + taken, held: row.held - fromHold, spent: row.spent + taken })',
    why: 'a balance of which nothing is taken is written as it is',
  },
  {
    file: 'core/credits/moves/charge-moves.ts',
    change: 'fromHold > 0 → true',
    code: 'if (fromHold > 0) tx.send(statements.reduceHold, fromHold, holdId)',
    why: 'a hold from which nothing is taken is reduced by nothing',
  },
  {
    file: 'core/credits/moves/charge-moves.ts',
    change: '> → >=',
    code: 'if (fromHold > 0) tx.send(statements.reduceHold, fromHold, holdId)',
    why: 'a hold from which nothing is taken is reduced by nothing',
  },
  {
    file: 'core/jobs/store/compression.ts',
    change: '1 → 2',
    code: 'const compressed = Readable.from(chunks(source), { highWaterMark: 1 })',
    why: 'whether one piece or two are read ahead, the same text comes',
  },
  {
    file: 'core/proxy/proxy-pool.ts',
    change: '0 → 1',
    code: 'return value >>> 0',
    why: 'of two numbers the greater is the greater by half, too',
  },
  {
    file: 'plugins/documents/pdf/tagged/nest-lists.ts',
    change: '0 → 1',
    code: 'const left = lefts.get(block) ?? 0',
    why: 'a point is less than lists are apart that are not one',
  },
  {
    file: 'plugins/documents/pdf/tagged/nest-lists.ts',
    change: '0 → 1',
    code: 'const isBefore = (list: List) => left < (lefts.get(list) ?? 0) - 4',
    why: 'a point is less than lists are apart that are not one',
  },
  {
    file: 'plugins/documents/pdf/tagged/nest-lists.ts',
    change: '0 → 1',
    code: 'const isDeeper = last !== undefined && left > (lefts.get(last) ?? 0) + 4',
    why: 'a point is less than lists are apart that are not one',
  },
  {
    file: 'plugins/content/markdown/inline/inline-spans.ts',
    change: 'this.#ended.length === 0 → false',
    code: 'if (this.#ended.length === 0) return',
    why: 'of no ends none is written',
  },
  {
    file: 'plugins/content/formats/links.ts',
    change: 'found.isFull → false',
    code: 'if (found.isFull) break',
    why: 'where there is no room, no address is added',
  },
  {
    file: 'plugins/content/formats/links.ts',
    change: 'break → ;',
    code: 'if (found.isFull) break',
    why: 'where there is no room, no address is added',
  },
  {
    file: 'plugins/content/links/image.ts',
    change: '1000 → 1001',
    code: 'const MAX_PLACEHOLDER_CHARACTERS = 1000',
    why: 'no placeholder has an address of just that length',
  },
  {
    file: 'plugins/extract/json-schema/gate.ts',
    change: "before !== undefined && before !== 'open' → false",
    code: "if (before !== undefined && before !== 'open') return before",
    why: 'what is measured again measures the same',
  },
  {
    file: 'plugins/warc/store/capture-store.ts',
    change: '1 → 2',
    code: '.limit(1),',
    why: 'one is taken of what is found',
  },
]

export const reasonOf = ({ file, change, code }: Mutant): string | undefined =>
  reviewed.find((one) => one.file === file && one.change === change && one.code === code)?.why
