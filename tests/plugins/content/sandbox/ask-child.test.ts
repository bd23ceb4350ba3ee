import { expect, test } from 'bun:test'
import { spawn } from 'node:child_process'
import { askChild } from '../../../../plugins/content/sandbox/ask-child.ts'
import { documentLimits } from '../../../../plugins/content/sandbox/limits.ts'

const document = { bytes: new Uint8Array(1), hints: { mime: 'application/pdf', url: 'https://docs.example/a' } }
/** What is told of a document whose process does this. */
const ask = (does: string) => askChild(spawn('/bin/sh', ['-c', does]), document, documentLimits)

test('a process that the kernel ended has taken too much memory or time, and its document is not called damaged', () =>
  expect(ask('kill -KILL $$')).rejects.toMatchObject({
    code: 'scraping_failed',
    details: { reason: 'too_complex' },
    message: 'Reading the document takes more memory or processor time than there is',
  }))

test.each(['exit 1', 'kill -SEGV $$'])('where it did `%s` the document is', (does) =>
  expect(ask(does)).rejects.toMatchObject({ code: 'scraping_failed', details: { reason: 'damaged' } }),
)
