import { describe, expect, test } from 'bun:test'
import { withOneContentType } from '../../../core/fetch/content-type.ts'

describe('the content type of a response', () => {
  const of = (value: string) => withOneContentType(new Headers({ 'content-type': value })).get('content-type')

  test.each([
    ['text/html, text/html; charset=utf-8', 'text/html; charset=utf-8'],
    ['text/html; charset=iso-8859-1, text/html', 'text/html; charset=iso-8859-1'],
    ['text/html; charset=a, text/html; charset=b', 'text/html; charset=b'],
    ['text/html; charset=a, text/plain', 'text/plain'],
    ['text/html, */*', 'text/html'],
    ['application/json, text/html, ', 'text/html'],
    ['text/html; charset=utf-8', 'text/html; charset=utf-8'],
    ['text/html, nonsense', 'text/html'],
    ['text/html; x="a, b/c"', 'text/html; x="a, b/c"'],
    ['nonsense, more', 'nonsense, more'],
  ])('%j is read as %j', (value, type) => expect(of(value)).toBe(type))

  test('leaves the other headers as they are', () => {
    const headers = new Headers([
      ['content-type', 'text/plain, text/html'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ])
    expect([...withOneContentType(headers)]).toEqual([
      ['content-type', 'text/html'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ])
  })
})
