import { expect, test } from 'bun:test'
import { markdownOf } from '../markdown/convert.ts'

const TEXT = 'Home, products, prices and contact'

const countOf = (html: string): number => markdownOf(`<p>Words around it.</p>${html}`).split(TEXT).length - 1

test.each([
  `<div class="menu-desktop">${TEXT}</div>\n<div class="menu-mobile">\n ${TEXT}</div>`,
  `<nav class="d-none d-md-block"><b>${TEXT}</b></nav><nav class="d-md-none"><b>${TEXT}</b></nav>`,
  `<div class="hidden lg:grid"><p>${TEXT}</p></div><div class="lg:hidden"><p>${TEXT}</p></div><div class="print-only"><p>${TEXT}</p></div>`,
  `<div class="caption-full">${TEXT}</div><div class="caption-truncated">${TEXT}</div>`,
  `<div class="menu-desktop"><a href="/a">${TEXT}</a></div><div class="menu-mobile"><a href="/a">${TEXT}</a></div>`,
])('a copy for another size of screen is shown once: %s', (html) => {
  expect(countOf(html)).toBe(1)
})

test.each([
  `<div class="menu-desktop" style="display:none">${TEXT}</div><div class="menu-mobile">${TEXT}</div>`,
  `<div class="menu-desktop" hidden>${TEXT}</div><div class="menu-mobile">${TEXT}</div>`,
])('a copy of what is hidden is shown: %s', (html) => {
  expect(countOf(html)).toBe(1)
})

test.each([
  `<div class="verse">${TEXT}</div><div class="verse">${TEXT}</div>`,
  `<p class="show">${TEXT}</p><p class="show">${TEXT}</p>`,
  `<table><tr><td class="hidden-xs">${TEXT}</td><td class="hidden-xs">${TEXT}</td></tr></table>`,
  `<div class="menu-desktop">${TEXT}</div><div class="menu-mobile">${TEXT} and more</div>`,
  `<a class="for-desktop" href="/windows">${TEXT}</a><a class="for-mobile" href="/android">${TEXT}</a>`,
  `<div class="card show"><a href="/a">${TEXT}</a></div><div class="card show"><a href="/b">${TEXT}</a></div>`,
])('other repetitions stay: %s', (html) => {
  expect(countOf(html)).toBe(2)
})
