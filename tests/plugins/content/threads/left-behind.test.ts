import { expect, test } from 'bun:test'
import { LeftBehind } from '../../../../plugins/content/threads/left-behind.ts'

const MEGABYTE = 1024 * 1024

test('memory that pages leave behind is collected each time it reaches 16 MB', () => {
  let cleared = 0
  const left = new LeftBehind(() => void cleared++)
  for (let i = 0; i < 15; i++) left.add(MEGABYTE)
  expect(cleared).toBe(0)
  left.add(MEGABYTE)
  expect(cleared).toBe(1)
  for (let i = 0; i < 15; i++) left.add(MEGABYTE)
  expect(cleared).toBe(1)
  left.add(3 * MEGABYTE)
  expect(cleared).toBe(2)
})
