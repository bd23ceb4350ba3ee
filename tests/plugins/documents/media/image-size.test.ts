import { expect, test } from 'bun:test'
import { imageSize } from '../../../../plugins/documents/media/image-size.ts'

const frame = [0xff, 0xc0, 0, 17, 8, 0, 240, 1, 64, 3]
const jpeg = (...segments: number[]) => imageSize('image/jpeg', new Uint8Array([0xff, 0xd8, ...segments]))

test('a JPEG may have fill bytes before a marker', () => {
  expect(jpeg(...frame)).toEqual({ width: 320, height: 240 })
  expect(jpeg(0xff, 0xff, 0xff, ...frame)).toEqual({ width: 320, height: 240 })
})

test('a JPEG has no size if a marker is missing, or after its pixels or its end', () => {
  expect(jpeg(0xfe, 0xe0, 0, 2, ...frame)).toBeNull()
  for (const last of [0xda, 0xd9]) expect(jpeg(0xff, last, 0, 2, ...frame)).toBeNull()
})

test('segments that only look like a start of frame are skipped', () => {
  for (const other of [0xc4, 0xc8, 0xcc])
    expect(jpeg(0xff, other, 0, 4, 9, 9, ...frame)).toEqual({ width: 320, height: 240 })
})
