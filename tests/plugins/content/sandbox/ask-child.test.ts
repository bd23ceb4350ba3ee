import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { askChild } from '../../../../plugins/content/sandbox/ask-child.ts'
import { documentLimits } from '../../../../plugins/content/sandbox/limits.ts'

const document = { bytes: new Uint8Array(1), hints: { mime: 'application/pdf', url: 'https://docs.example/a' } }
/** Asks a process that runs this command about a document. */
const ask = (does: string) => askChild(spawn('/bin/sh', ['-c', does]), document, documentLimits)

test('a process that the kernel killed used too much memory or time, and its document is not damaged', () =>
  expect(ask('kill -KILL $$')).rejects.toMatchObject({
    code: 'scraping_failed',
    details: { reason: 'too_complex' },
    message: 'Reading the document takes more memory or processor time than is available',
  }))

test.each(['exit 1', 'kill -SEGV $$'])('after `%s` the document is reported as damaged', (does) =>
  expect(ask(does)).rejects.toMatchObject({ code: 'scraping_failed', details: { reason: 'damaged' } }),
)

test('a process that does nothing is killed after the time limit', () =>
  expect(askChild(spawn('sleep', ['600']), document, { ...documentLimits, time: 200 })).rejects.toMatchObject({
    code: 'scraping_failed',
    details: { reason: 'too_complex' },
  }))

test('a process whose caller has gone is killed', () => {
  const reason = new Error('Nobody waits any more')
  const asked = askChild(spawn('sleep', ['600']), document, documentLimits, AbortSignal.abort(reason))
  return expect(asked).rejects.toBe(reason)
})

test('a process with endless output is killed', () =>
  expect(askChild(spawn('yes'), document, { ...documentLimits, answerBytes: 1024 * 1024 })).rejects.toMatchObject({
    code: 'scraping_failed',
  }))
