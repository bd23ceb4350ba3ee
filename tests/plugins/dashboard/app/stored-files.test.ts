import { expect, test } from 'bun:test'
import { filesOf } from '../../../../plugins/dashboard/app/ui/content/stored-files.ts'

const file = { id: 'file_1', type: 'screenshot', mediaType: 'image/png', size: 5 }

test('the files of a result are those of its list, or of its links', () => {
  expect(filesOf({ files: [file] })).toEqual([file])
  const screenshot = 'https://weir.example/below/v1/files/file_1?expires=5&signature=x'
  expect(filesOf({ screenshot, pdf: 'http://127.0.0.1/v1/files/file_2' })).toEqual([
    { id: 'file_1', type: 'screenshot', mediaType: 'image/png' },
    { id: 'file_2', type: 'pdf', mediaType: 'application/pdf' },
  ])
  expect(filesOf({ markdown: 'x' })).toEqual([])
})

test('fields with these names that a user has asked for are no files', () => {
  const answers = ['a.pdf', 7, null, [], { name: 'a.pdf' }, { ...file, mediaType: 1 }]
  expect(filesOf({ files: [...answers, file] })).toEqual([file])
  for (const answer of [...answers, 'http://[', 'https://weir.example/%', '%', '/v1/files/', '/v1/files/%E0%A4%A'])
    expect([answer, filesOf({ files: answer, screenshot: answer, pdf: answer })]).toEqual([answer, []])
})
