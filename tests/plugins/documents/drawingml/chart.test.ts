import { expect, test } from 'bun:test'
import { chartHtml } from '../../../../plugins/documents/drawingml/chart.ts'
import { diagramHtml } from '../../../../plugins/documents/drawingml/diagram.ts'
import type { XmlElement } from '../../../../plugins/documents/xml/xml-tree.ts'

const el = (
  name: string,
  children: (XmlElement | string)[] = [],
  attributes: Record<string, string> = {},
): XmlElement => ({
  name,
  attributes,
  children,
})
const pt = (idx: number | string, text: string) => el('c:pt', [el('c:v', [text])], { idx: `${idx}` })
const points = (name: string, ...pts: XmlElement[]) => el(name, [el('c:numRef', [el('c:numCache', pts)])])
const ser = (name: string, ...parts: XmlElement[]) => el('c:ser', [points('c:tx', pt(0, name)), ...parts])
const chart = (series: XmlElement[], title?: XmlElement) =>
  chartHtml(el('root', [el('c:chart', [...(title ? [title] : []), el('c:plotArea', [el('c:barChart', series)])])]))
const cells = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) => cell),
  )

test('a chart has a row for each category and a column for each series', () => {
  const html = chart([
    ser('One', points('c:cat', pt(0, 'a'), pt(1, 'b & c')), points('c:val', pt(0, '1'), pt(1, ' 2 '))),
    ser('Two', points('c:val', pt(0, '3'), pt(2, '5'))),
  ])
  expect(cells(html)).toEqual([
    ['', 'One', 'Two'],
    ['a', '1', '3'],
    ['b &amp; c', '2', ''],
    ['3', '', '5'],
  ])
})

test('numbers have as many digits as programs show', () => {
  const values = ['8.200000000000001', '4.4000000000000004', '-0.12345678901234567', '20231231235959123456', '1.50']
  const html = chart([ser('S', points('c:val', ...values.map((value, i) => pt(i, value))))])
  expect(cells(html).map(([, value]) => value)).toEqual([
    'S',
    '8.2',
    '4.4',
    '-0.123456789012346',
    '20231231235959123456',
    '1.50',
  ])
})

test('the points of a scatter chart have categories and values', () => {
  expect(cells(chart([ser('S', points('c:xVal', pt(0, '1.5')), points('c:yVal', pt(0, '9')))]))).toEqual([
    ['', 'S'],
    ['1.5', '9'],
  ])
})

test('categories of two levels have the labels of both, and a name need not be that of a cell', () => {
  const levels = [
    points('c:lvl', pt(0, 'Jan'), pt(1, 'Feb'), pt(2, 'Jan')),
    points('c:lvl', pt(0, '2023'), pt(2, '2024')),
  ]
  const cat = el('c:cat', [el('c:multiLvlStrRef', [el('c:multiLvlStrCache', levels)])])
  const named = el('c:ser', [
    el('c:tx', [el('c:v', ['Sales'])]),
    cat,
    points('c:val', pt(0, '1'), pt(1, '2'), pt(2, '3')),
  ])
  const title = el('c:title', [
    el('c:tx', [el('c:strRef', [el('c:f', ['A!$A$1']), el('c:strCache', [pt(0, 'Ours')])])]),
  ])
  const html = chart([named], title)
  expect(html).toContain('<caption>Ours</caption>')
  expect(cells(html)).toEqual([
    ['', 'Sales'],
    ['2023 Jan', '1'],
    ['Feb', '2'],
    ['2024 Jan', '3'],
  ])
})

test('words of a diagram are divided between lines and paragraphs, and not between runs', () => {
  const r = (text: string) => el('a:r', [el('a:t', [text])])
  const body = el('dgm:t', [el('a:p', [r('One '), r('wor'), r('d')]), el('a:p', [r('two'), el('a:br'), r('three')])])
  const root = el('dgm:dataModel', [el('dgm:ptLst', [el('dgm:pt', [body]), el('dgm:pt')])])
  expect(diagramHtml(root)).toBe('<ul><li>One word two three</li></ul>')
})

test('points are ordered by index up to 2,000, and those without a valid one are left out', () => {
  const html = chart([
    ser(
      'S',
      points('c:val', pt(-1, 'before'), pt('x', 'nowhere'), pt(0, 'first'), pt(1999, 'last'), pt(2000, 'beyond')),
    ),
  ])
  const rows = cells(html)
  expect([rows.length, rows[1], rows[2], rows.at(-1)]).toEqual([2001, ['1', 'first'], ['2', ''], ['2000', 'last']])
  expect(html).not.toMatch(/before|nowhere|beyond/)
})

test('a chart with many series is cut at 50,000 cells', () => {
  const many = (count: number) =>
    cells(chart(Array.from({ length: count }, (_, i) => ser(`${i}`, points('c:val', pt(1999, 'x')))))).length - 1
  expect([many(25), many(26), many(100)]).toEqual([2000, 1923, 500])
})

test('the title becomes the caption, and is all that is left of a chart without series', () => {
  const title = el('c:title', [
    el('c:tx', [el('c:rich', [el('a:p', [el('a:r', [el('a:t', ['Tw'])]), el('a:r', [el('a:t', ['o <words>'])])])])]),
  ])
  expect(chart([ser('S', points('c:val', pt(0, '1')))], title)).toContain('<caption>Two &lt;words&gt;</caption>')
  expect([chart([], title), chart([]), chartHtml(el('root')), chartHtml(el('root', [el('c:chart')]))]).toEqual([
    '<p>Two &lt;words&gt;</p>',
    '',
    '',
    '',
  ])
})
