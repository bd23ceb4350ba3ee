import { describe, expect, test } from 'bun:test'
import { createElement as h, Suspense, use } from 'react'
import { renderToReadableStream, renderToStaticMarkup } from 'react-dom/server.edge'
import { find, parse, textContent } from '../../../../plugins/content/tree/index.ts'
import { cpuTime } from '../../../cpu-time.ts'
import { shapeOf } from './shape.ts'

const body = (html: string) => /<body>(.*)<\/body>/s.exec(shapeOf(`<!doctype html><body>${html}</body>`))![1]!
/** The markup of a page without its scripts. */
const shown = (html: string) => body(html).replaceAll(/<script>.*?<\/script>/gs, '')

/** As React 19 defines them before their first use. */
const define = '<script>$RB=[];$RV=function(a){};$RC=function(b,c){};$RS=function(a,b){}</script>'
const complete = (boundary: string, part: string) => `${define}<script>$RC("${boundary}","${part}")</script>`

/** A component that is shown when a promise of the server is resolved. */
const Later = ({ text }: { text: Promise<string> }) => h('p', { className: 'later' }, 'It says ', use(text), '.')
const later = (text: Promise<string>) => h(Later, { text })

describe('parts that React streams are moved to their place', () => {
  test('as if they were sent in one piece', async () => {
    const come: (() => void)[] = []
    const texts = ['one', 'two', 'three', 'four'].map(
      (text) => new Promise<string>((resolve) => come.push(() => resolve(text))),
    )
    const [one, two, three, four] = texts.map(later)
    const app = h(
      'body',
      null,
      h('h1', null, 'Title'),
      h(Suspense, { fallback: h('i', null, 'Wait') }, one, 'then', h(Suspense, { fallback: '…' }, two)),
      h('table', null, h('tbody', null, h('tr', null, h('td', null, h(Suspense, { fallback: h('b') }, three, four))))),
    )
    let sent = ''
    for await (const chunk of (await renderToReadableStream(app)).pipeThrough(new TextDecoderStream())) {
      sent += chunk
      come.shift()?.()
    }
    expect(sent).toContain('$RC("B:')
    // All promises are resolved now.
    const whole = renderToStaticMarkup(app)
    expect(whole).toContain('It says four.')
    expect(`<body>${shown(sent.replace(/^<body>/, ''))}</body>`).toBe(whole)
  })

  test('instead of the fallback', () => {
    expect(
      shown(
        `<main><h1>Title</h1><!--$?--><template id="B:0"></template><p>Wait</p><p>a moment</p><!--/$--><p>End</p></main>` +
          `<div hidden id="S:0"><p>Part</p>and <b>more</b></div>${complete('B:0', 'S:0')}`,
      ),
    ).toBe('<main><h1>Title</h1><p>Part</p>and <b>more</b><p>End</p></main>')
  })

  test('with the styles that they wait for', () => {
    const styled = `${define}<script>$RR("B:0","S:0",[["/a.css","high"]])</script>`
    expect(shown(`<!--$?--><template id="B:0"></template>…<!--/$--><div hidden id="S:0">Part</div>${styled}`)).toBe(
      'Part',
    )
  })

  test('within later parts too, and if others wait within the fallback', () => {
    const page =
      '<!--$?--><template id="B:0"></template><!--$--><i>a</i><!--/$--><!--$?--><template id="B:9"></template><!--/$-->b<!--/$-->'
    const parts =
      `<div hidden id="S:1"><u>Inner</u></div><div hidden id="S:0"><b>Outer</b><!--$?--><template id="B:1"></template>…<!--/$--></div>` +
      '<div hidden id="S:9">gone</div>'
    expect(shown(`${page}${parts}${complete('B:0', 'S:0')}${complete('B:1', 'S:1')}${complete('B:9', 'S:9')}`)).toBe(
      '<b>Outer</b><u>Inner</u><div hidden="" id="S:9">gone</div>',
    )
  })

  test('in segments, including tables, with any prefix of ids', () => {
    const page =
      '<p>One <template id="r-P:1"></template> three</p><table><tbody><template id="r-P:2"></template></tbody></table>'
    const parts =
      '<div hidden id="r-S:1">two</div><table hidden><tbody id="r-S:2"><tr><td>cell</td></tr></tbody></table>'
    expect(shown(`${page}${parts}${define}<script>$RS("r-S:1","r-P:1");$RS("r-S:2","r-P:2")</script>`)).toBe(
      '<p>One two three</p><table><tbody><tr><td>cell</td></tr></tbody></table><table hidden=""></table>',
    )
  })

  test('in segments that do not affect their siblings', () => {
    const page = '<!--$--><template id="P:1"></template><p>Beside</p><!--/$-->'
    expect(shown(`${page}<div hidden id="S:1"><p>Piece</p></div>${define}<script>$RS("S:1","P:1")</script>`)).toBe(
      '<p>Piece</p><p>Beside</p>',
    )
  })

  test('with texts joined that comments had separated', () => {
    const tree = parse(`<p>Hello<!--$--> dear<!--/$--> reader</p>${complete('B:0', 'S:0')}`)
    const p = find(tree, tree.body, 'p')!
    expect([textContent(tree, p), p.first === p.last]).toEqual(['Hello dear reader', true])
  })

  test('but not if they are missing, nor for code that is shown', () => {
    const waiting = '<!--$?--><template id="B:0"></template>Wait<!--/$-->'
    expect(shown(`${waiting}${complete('B:0', 'S:0')}`)).toBe('<template id="B:0"></template>Wait')
    expect(shown(`${waiting}<div hidden id="S:0">x</div>${define}`)).toContain('Wait<div hidden')
    expect(shown(`${waiting}<div hidden id="S:0">x</div><pre>$RC("B:0","S:0")</pre>`)).toContain('Wait<div hidden')
  })

  test('unless that would be circular or too deep', () => {
    const inItself = '<div hidden id="S:0">a<template id="B:0"></template></div>'
    expect(shown(inItself + complete('B:0', 'S:0'))).toBe(inItself.replace('hidden', 'hidden=""'))
    const deep = (inner: string) => `${'<div>'.repeat(300)}${inner}`
    const page = `${deep('<template id="B:0"></template>')}${'</div>'.repeat(300)}<div hidden id="S:0">${deep('deep')}`
    const tree = parse(`<body>${page}${'</div>'.repeat(301)}${complete('B:0', 'S:0')}`)
    expect(tree.nodes.some((node) => node.kind === 1 && node.name === 'template')).toBe(true)
  })

  test('without affecting the head and body of a page, whatever their ids', () => {
    const calls = '<script>$RC("B:0","S:0");$RC("B:0","S:1");$RC("B:1","S:0")</script>'
    const tree = parse(
      `<html id="B:1"><head id="S:0"><title>T</title></head><body id="B:0"><p>Text</p><div id="S:1">x</div>${define}${calls}`,
    )
    expect([tree.head.parent, tree.body.parent, tree.html.parent]).toEqual([tree.html, tree.html, tree.root])
    expect(textContent(tree, tree.body)).toContain('Text')
  })

  test('for any number of calls', () => {
    const calls = '$RC("B:0","S:0");'.repeat(500_000)
    const page = `<!--$?--><template id="B:0"></template>…<!--/$--><div hidden id="S:0">Part</div>`
    const tree = parse(`<body>${page}${define}<script>${calls}</script>`)
    expect(tree.body.first).toMatchObject({ data: 'Part' })
  })

  test('in linear time', () => {
    const nested = (count: number) =>
      Array.from(
        { length: count },
        (_, i) => `<div hidden id="S:${i}"><template id="B:${i + 1}"></template></div>`,
      ).join('') +
      define +
      `<script>${Array.from({ length: count }, (_, i) => `$RC("B:${count - i}","S:${count - i}");`).join('')}</script>`
    const siblings = (count: number) =>
      '<!--$?--><template id="B:0"></template>'.repeat(count) +
      define +
      '<script>$RC("B:0","S:0")</script>'.repeat(count)
    for (const make of [nested, siblings]) {
      const few = make(4000)
      const many = make(16_000)
      parse(few)
      expect(cpuTime(() => parse(many))).toBeLessThan(12 * cpuTime(() => parse(few)) + 50)
    }
  })
})
