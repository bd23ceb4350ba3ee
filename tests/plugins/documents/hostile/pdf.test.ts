import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { ApiError } from 'weirjs'
import { Unreadable } from '../../../../plugins/content/document-model.ts'
import { documentLimits, MAX_CHILDREN } from '../../../../plugins/content/sandbox/limits.ts'
import { readDocument } from '../../../../plugins/content/sandbox/read-document.ts'
import { read as extract } from '../../../../plugins/documents/pdf/index.ts'
import { modelOf } from '../../content/read-here.ts'
import { gigabyteOfZeros, onePage } from '../pdf-of.ts'
import { hostilePdfs } from './pdfs.ts'

// On a busy machine the process has a low priority. The kernel limits its processor time.
const unhurried = { ...documentLimits, time: 280_000 }
/** Less memory than a document may use, which a bomb uses up sooner. */
const small = { ...unhurried, memoryBytes: 250 * 2 ** 20 }
setDefaultTimeout(300_000)

/** A reader of PDF. */
const pdf = new URL('../../../../plugins/documents/pdf/index.ts', import.meta.url)
/** A reader that never ends. */
const endless = new URL('../../content/sandbox/endless.ts', import.meta.url)
/** A reader that returns its input. Loading that of PDF takes most of a second. */
const echo = new URL('../../content/sandbox/echo.ts', import.meta.url)
const TEXT = new TextEncoder().encode('<p>Hello, kettle</p>')
const hints = { mime: 'application/pdf', url: 'https://hostile.example/file.pdf' }
const MEGA = 2 ** 20

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)
const asWritten = (written: Uint8Array) => written

/** Reads a PDF in a separate process. */
const read = async (bytes: Uint8Array, { module = pdf, limits = unhurried, signal, key = 'test' }: Reading = {}) =>
  modelOf(await readDocument({ module, bytes, hints, limits }, { key, signal }, asWritten))

interface Reading {
  module?: URL
  limits?: typeof documentLimits
  signal?: AbortSignal
  key?: string
}

/** The fate of a file in one word. */
const fateOf = async (reading: Promise<unknown>): Promise<string> => {
  try {
    await reading
    return 'read'
  } catch (error) {
    if (error instanceof Unreadable) return error.reason
    if (error instanceof ApiError) {
      expect([error.status, error.code]).toEqual([500, 'scraping_failed'])
      expect(error.message).not.toMatch(/\/|Exception|Error:/)
      return String(error.details.reason)
    }
    // Other errors of an extractor are reported as damage by its process.
    return 'damaged'
  }
}

/** The growth of this process's memory, in bytes, while something runs. */
const rise = async (run: () => Promise<void>): Promise<number> => {
  Bun.gc(true)
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 10)
  await run()
  clearInterval(timer)
  return most - before
}

const childrenOf = (pid: number): string[] => {
  const path = `/proc/${pid}/task/${pid}/children`
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ').filter(Boolean) : []
}
/** Processes that other tests left behind. */
const others = new Set(childrenOf(process.pid))
const ownChildren = () => childrenOf(process.pid).filter((pid) => !others.has(pid))

describe('a PDF that has', () => {
  for (const { name, make, fate } of hostilePdfs.filter(({ isBomb }) => !isBomb)) {
    test(`${name} is ${fate}`, async () => {
      expect(await fateOf(extract(make(), hints))).toBe(fate)
    })
  }
})

describe('a bomb', () => {
  const bombs = hostilePdfs.filter(({ isBomb }) => isBomb)
  /** Bombs that are not unpacked further than a page may be. */
  const packed = /^a gigabyte of nothing|^a gigabyte packed twice|^brackets over and over/
  test.each(bombs.map((each) => [each.name, each] as const))(
    'of %s does not use the server’s memory',
    async (name, bomb) => {
      const bytes = bomb.make()
      let reading = Promise.resolve<unknown>(undefined)
      let found = ''
      let most = 0
      const timer = setInterval(() => {
        for (const pid of ownChildren()) most = Math.max(most, residentOf(pid))
      }, 10)
      const risen = await rise(async () => {
        reading = read(bytes, { limits: small })
        found = await fateOf(reading)
      })
      clearInterval(timer)
      expect(found).toBe(bomb.fate)
      expect(risen).toBeLessThan(bytes.length + 60 * MEGA)
      // The process that reads it is killed in time.
      expect(most).toBeLessThan(2 * small.memoryBytes)
      if (packed.test(name))
        await expect(reading).rejects.toThrow('What the pages of the PDF draw is more than is read of one')
    },
  )

  test('does no more harm when more come at once than are read, and a document among them is read', async () => {
    const bomb = onePage({ dict: '/Filter/FlateDecode', data: gigabyteOfZeros() })
    const fates: string[] = []
    let html = ''
    const risen = await rise(async () => {
      const bombs = Array.from({ length: MAX_CHILDREN + 1 }, async () =>
        fates.push(await fateOf(read(bomb, { limits: small }))),
      )
      const good = read(onePage(), { key: 'good' })
      html = (await good).html
      await Promise.all(bombs)
    })
    expect(fates).toEqual(Array.from({ length: MAX_CHILDREN + 1 }, () => 'too_large'))
    expect(html).toBe('<p>Hello, kettle</p>')
    expect(risen).toBeLessThan(64 * MEGA)
  })
})

describe('documents of several accounts', () => {
  test('take turns: one account does not wait for forty documents of another, even of the same host', async () => {
    const bytes = onePage()
    const controller = new AbortController()
    let ended = 0
    const many = Array.from({ length: 40 }, () =>
      readDocument(
        { module: endless, bytes, hints, limits: unhurried },
        { key: 'A', signal: controller.signal },
        asWritten,
      )
        .catch(() => {})
        .then(() => ended++),
    )
    const { html } = await read(TEXT, { module: echo, key: 'B' })
    expect(html).toBe('<p>Hello, kettle</p>')
    expect(ended).toBeLessThan(4)
    controller.abort()
    await Promise.all(many)
    expect(ownChildren()).toEqual([])
  })

  test('occupy their slot until the result is written, and each account has a limited number of slots', async () => {
    const taken: string[] = []
    const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
    const read = (key: string) =>
      readDocument({ module: echo, bytes: TEXT, hints, limits: unhurried }, { key }, async (_, release) => {
        taken.push(key)
        if (key === 'waits') await isFree
        else release()
      })
    const waiting = () => taken.filter((key) => key === 'waits').length
    const readings = numbers(5).map(() => read('waits'))
    try {
      while (waiting() < 3) await Bun.sleep(10)
      // Others start later and end while the results of the first are still being written.
      await read('other')
      await read('another')
      expect(waiting()).toBe(3)
    } finally {
      free()
      await Promise.all(readings)
    }
    expect(taken.filter((key) => key === 'waits')).toHaveLength(5)
  })

  test('free their slot as soon as the caller has gone', async () => {
    const bytes = onePage()
    for (let i = 0; i < 3; i++) {
      const controller = new AbortController()
      const many = Array.from({ length: 8 }, () =>
        readDocument({ module: endless, bytes, hints }, { key: 'A', signal: controller.signal }, asWritten).catch(
          (error) => error,
        ),
      )
      setTimeout(() => controller.abort('gone'), 100)
      expect(new Set(await Promise.all(many))).toEqual(new Set(['gone']))
    }
    expect((await read(TEXT, { module: echo, key: 'A' })).html).toBe('<p>Hello, kettle</p>')
  })
})

describe('the process that reads a document', () => {
  test('is killed after the time limit', async () => {
    const found = await fateOf(read(onePage(), { module: endless, limits: { ...documentLimits, time: 500 } }))
    expect(found).toBe('too_complex')
    expect(ownChildren()).toEqual([])
  })

  test('ends with the request that asked for it', async () => {
    const reason = new Error('the caller has gone')
    const controller = new AbortController()
    const reading = read(onePage(), { module: endless, signal: controller.signal })
    setTimeout(() => controller.abort(reason), 300)
    await expect(reading).rejects.toBe(reason)
    expect(ownChildren()).toEqual([])
  })

  test('may not return more than can be converted', async () => {
    const limits = { ...unhurried, answerBytes: 10 }
    expect(await fateOf(read(TEXT, { module: echo, limits }))).toBe('too_large')
  })
})

const residentOf = (pid: string): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    // The process has ended.
    return 0
  }
}
