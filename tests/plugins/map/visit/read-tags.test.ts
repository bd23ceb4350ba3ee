import { expect, test } from 'bun:test'
import { readTags } from '../../../../plugins/map/visit/read-tags.ts'

/** The reported tags and texts of a page. */
async function told(html: string, names = ['a', 'link', 'svg', 'title']) {
  const found: unknown[] = []
  let text = ''
  const flush = () => {
    if (text !== '') found.push(text)
    text = ''
  }
  await readTags(html, {
    names: new Set(names),
    open(name, attributes) {
      flush()
      found.push([name, Object.fromEntries(attributes)])
    },
    text(data) {
      text += data
    },
    close(name) {
      flush()
      found.push(`/${name}`)
    },
  })
  flush()
  return found
}

test('tags are reported with their attributes, decoded and in lower case', async () => {
  expect(await told('<A HREF="/a?b=1&amp;c" Title=\'x\' disabled>one &lt; <b c=d>two</b></A><br>')).toEqual([
    ['a', { href: '/a?b=1&c', title: 'x', disabled: '' }],
    'one < two',
    '/a',
  ])
  expect(await told('<a href=1 HREF=2 href=3>')).toEqual([['a', { href: '1' }]])
  expect(await told('<a x=1><p y=2><link z=3>')).toEqual([
    ['a', { x: '1' }],
    ['link', { z: '3' }],
  ])
})

test('a self-closing tag is closed only within a drawing', async () => {
  expect(await told('<link rel=x /><svg a="b"/>t<svg><title>n</title></svg>')).toEqual([
    ['link', { rel: 'x' }],
    ['svg', { a: 'b' }],
    '/svg',
    't',
    ['svg', {}],
    ['title', {}],
    'n',
    '/title',
    '/svg',
  ])
})

test('comments, declarations and other tags are skipped', async () => {
  expect(await told('<!doctype html><!-- <a href=x> --><?php x ?><x><a></y></a>')).toEqual([['a', {}], '/a'])
})

test('a tag has up to 200 attributes, and a value up to 16,384 characters', async () => {
  const [tag] = (await told(`<a ${Array.from({ length: 201 }, (_, i) => `x${i}=1`).join(' ')}>`)) as [[string, object]]
  expect([Object.keys(tag[1]).length, 'x199' in tag[1], 'x200' in tag[1]]).toEqual([200, true, false])
  const lengthOf = async (value: string) => {
    const [[, { href }]] = (await told(`<a href="${value}">`)) as [[string, { href: string }]]
    return href.length
  }
  expect(await Promise.all([16_384, 16_385, 20_000].map((length) => lengthOf('v'.repeat(length))))).toEqual([
    16_384, 16_384, 16_384,
  ])
  expect(await lengthOf(`${'v'.repeat(16_383)}&amp;&amp;`)).toBe(16_384)
})

test('a long page is read in chunks, and a tag may span two', async () => {
  const html = `${'x'.repeat(64 * 1024 - 5)}<a href="/far">there</a>`
  expect((await told(html)).slice(1)).toEqual([['a', { href: '/far' }], 'there', '/a'])
  expect(((await told(html))[0] as string).length).toBe(64 * 1024 - 5)
})
