import { expect, test } from 'bun:test'
import { fromPrivateUse } from '../../../../../plugins/documents/pdf/text/private-use.ts'

test('bullets of Office and parts of brackets in symbol fonts are read', () => {
  expect(fromPrivateUse('\uf0b7 tea \uf0d8 cups')).toBe('• tea ➢ cups')
  expect(fromPrivateUse('\uf8eb\uf8ed 1/2 \uf8f6\uf8f8 \uf8f1\uf8f4\uf8fe')).toBe('⎛⎝ 1/2 ⎞⎠ ⎧⎪⎭')
  expect(fromPrivateUse('\ue000\uf0aa')).toBe('\ue000\uf0aa')
})
