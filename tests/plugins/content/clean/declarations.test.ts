import { describe, expect, test } from 'bun:test'
import {
  isTakenAway,
  isUnreadable,
  readDeclarations,
} from '../../../../plugins/content/clean/concealed/declarations.ts'

const isUnread = (style: string) => isUnreadable(readDeclarations(style))

test('a style is read as declarations, of which the last of a property counts', () => {
  const read = readDeclarations(' Color: RED ;;nonsense; background : url(a:b) ; color: blue !important;width:')
  expect([...read]).toEqual([
    ['color', 'blue'],
    ['background', 'url(a:b)'],
    ['width', ''],
  ])
})

describe('text is invisible if it is', () => {
  test.each([
    ['without colour', 'color: transparent'],
    ['in a transparent colour', 'color: rgba(1, 2, 3, 0)'],
    ['in a transparent colour, in percent', 'color: hsla(120 50% 50% / 0.0%)'],
    ['in the colour of its background', 'color: #fff; background: white url(a.png)'],
    ['in the colour of its background, in three numbers', 'color: rgb(0, 0, 0); background-color: black'],
    ['in the colour of its background, in short', 'color: #abc; background: rgba(170, 187, 204, 1)'],
    ['almost transparent', 'opacity: 0.05'],
    ['too small', 'font-size: 2px'],
    ['without a size', 'font-size: 0'],
    ['indented off the page', 'text-indent: -9999px'],
    ['just off the page', 'position: absolute; left: -900px'],
    ['off the page to the top', 'position: fixed; top: -100vh'],
    ['off the page in letters', 'position: relative; right: -57em'],
    ['off the page by its margin', 'margin-top: -1000px'],
    ['clipped to a point', 'clip: rect(1px, 1px, 1px, 1px)'],
    ['clipped from both sides', 'clip-path: inset(50%)'],
    ['clipped to no circle', 'clip-path: circle(0)'],
    ['in a box without height', 'overflow: hidden; height: 0'],
    ['in a box without width', 'overflow: clip; max-width: 0px'],
    ['scaled to nothing', 'transform: translate(1px) scaleY(0)'],
    ['filtered to nothing', 'filter: opacity(0%)'],
    ['skipped by the browser', 'content-visibility: hidden'],
  ])('%s', (_, style) => {
    expect(isUnread(style)).toBe(true)
  })
})

describe('text may be visible if it is', () => {
  test.each([
    ['without a style', ''],
    ['with only a colour', 'color: white'],
    ['with only a background', 'background: white'],
    ['in another colour than its background', 'color: #fff; background: black'],
    ['in a half transparent colour', 'color: rgba(1, 2, 3, 0.5)'],
    ['let through a little', 'opacity: 0.06'],
    ['very small', 'font-size: 3px'],
    ['small beside others', 'font-size: 1em'],
    ['a little out of its line', 'text-indent: -899px'],
    ['moved without a position', 'left: -9999px'],
    ['moved a little', 'position: absolute; left: -899px'],
    ['moved by letters', 'position: absolute; left: -56em'],
    ['moved by most of the window', 'position: absolute; top: -99%'],
    ['drawn to the right', 'margin-left: 1000px'],
    ['clipped to a part', 'clip: rect(1px, 20px, 20px, 1px)'],
    ['clipped at the edges', 'clip-path: inset(5%)'],
    ['in a box without height that it flows out of', 'height: 0'],
    ['in a box of some height', 'overflow: hidden; height: 1px'],
    ['in a box of any height', 'overflow: hidden; height: auto'],
    ['scaled to a half', 'transform: scale(0.5)'],
  ])('%s', (_, style) => {
    expect(isUnread(style)).toBe(false)
  })
})

test('a style hides its element by display or visibility', () => {
  const isAway = (style: string) => isTakenAway(readDeclarations(style))
  expect(['display: none', 'visibility: hidden', 'visibility: collapse'].map(isAway)).toEqual([true, true, true])
  expect(['', 'display: block', 'visibility: visible'].map(isAway)).toEqual([false, false, false])
})
