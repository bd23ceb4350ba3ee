import { expect, test } from 'bun:test'
import { googleDocs, googleDrive } from '../../../../plugins/scrape/online/google-docs.ts'

const matches = (of: typeof googleDocs, url: string, base: string) =>
  of(new URL(base)).match(new URL(url)) !== undefined

test.each([
  ['https://docs.google.com/document/d/1/edit', true],
  ['https://docs.google.com.example.net/document/d/1/edit', false],
  ['https://example.net/document/d/1/edit', false],
])('%p is a Google document: %p', (url, isDocument) => {
  expect(matches(googleDocs, url, 'https://docs.google.com')).toBe(isDocument)
})

test.each([
  ['https://drive.google.com/file/d/1/view', true],
  ['https://drive.google.com/open?id=1', true],
  ['https://docs.google.com/uc?export=download&id=1', true],
  ['https://docs.google.com/file/d/1/edit', true],
  ['https://docs.google.com/document/d/1/edit', false],
  ['https://drive.google.com/drive/my-drive', false],
  ['https://drive.google.com.example.net/file/d/1/view', false],
  ['https://example.net/file/d/1/view', false],
  ['https://example.net/open?id=1', false],
])('%p is a Google Drive file: %p', (url, isFile) => {
  expect(matches(googleDrive, url, 'https://drive.google.com')).toBe(isFile)
})
