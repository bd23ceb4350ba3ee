import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replacePredecessor } from '../../../../core/jobs/worker/predecessor.ts'
import { createLog } from '../../../../core/log.ts'

const root = mkdtempSync(join(tmpdir(), 'weir-place-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const logged: string[] = []
const log = createLog('json', (line) => logged.push(line))

test('a process learns which process used its data directory before', () => {
  expect(replacePredecessor(root, 'first', log)).toBeUndefined()
  expect(replacePredecessor(root, 'second', log)).toBe('first')
  expect(replacePredecessor(root, 'third', log)).toBe('second')
  expect(logged).toEqual([])
})

test('an unusable file is logged, and stops nobody', async () => {
  const dataDir = join(root, 'other')
  // Like a file of another user, or on a full disk.
  mkdirSync(join(dataDir, 'worker'), { recursive: true })
  expect(replacePredecessor(dataDir, 'first', log)).toBeUndefined()
  await new Promise(setImmediate)
  const line = JSON.parse(logged[0]!)
  expect([line.level, line.file]).toEqual(['warn', join(dataDir, 'worker')])
  expect(line.message).toBe(
    'The id of this worker cannot be stored: change the owner of the file, or make room on its disk',
  )
  expect(line.cause).toContain('EISDIR')
})
