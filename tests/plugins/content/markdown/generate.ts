const words = [
  'foo',
  'bar ',
  ' baz',
  ' ',
  '“q”',
  '(x)',
  'a.',
  ':',
  '重点',
  '*',
  '_',
  '`',
  'a_b',
  '5 * 3',
  '[x]',
  '!',
  '~',
  '\\',
  '<b>',
  '&amp;',
  '#',
  '-',
  '1.',
  '>',
  '+ a',
  '…',
  'x',
  ' _ ',
]
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * Generates pages of nested inline elements, lists, quotations and awkward characters. They are the same for the same
 * seed.
 */
export class Generator {
  #seed: number

  constructor(seed: number) {
    this.#seed = seed
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0
    let t = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % count
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!
  }

  phrase(depth: number, link = true, del = true): string {
    let html = ''
    for (let count = 1 + this.below(4); count > 0; count--) {
      const kind = this.below(12)
      if (depth > 0 && kind < 6) html += this.#element(depth - 1, link, del)
      else if (kind === 6) html += '<img src="i" alt="a">'
      else if (kind === 7 && this.below(4) === 0) html += '<br>'
      else html += escaped(this.#pick(words))
    }
    return html
  }

  #element(depth: number, link: boolean, del: boolean): string {
    const tag = this.#pick(['em', 'strong', 'em', 'strong', 'code', del ? 'del' : 'em', link ? 'a' : 'strong'])
    if (tag === 'code') return `<code>${escaped(this.#pick(words))}</code>`
    if (tag === 'a') return `<a href="/u">${this.phrase(depth, false, del)}</a>`
    return `<${tag}>${this.phrase(depth, link, del && tag !== 'del')}</${tag}>`
  }

  page(depth: number): string {
    let html = ''
    for (let count = 1 + this.below(3); count > 0; count--) html += this.#block(depth)
    return html
  }

  #block(depth: number): string {
    const kind = depth === 0 ? 0 : this.below(9)
    if (kind === 4) return `<h${1 + this.below(3)}>${this.phrase(1).replaceAll('<br>', '')}</h2>`
    if (kind === 5) return `<blockquote>${this.page(depth - 1)}</blockquote>`
    if (kind === 6 || kind === 7) return this.#list(depth)
    if (kind === 8) return '<pre><code>x\n\n  y\n</code></pre>'
    return `<p>${this.phrase(3)}</p>`
  }

  #list(depth: number): string {
    const tag = this.#pick(['ul', 'ol'])
    const isLoose = this.below(2) === 1
    let items = ''
    for (let count = 2 + this.below(2); count > 0; count--) {
      const text = this.phrase(1)
      const block = depth > 1 && this.below(3) === 0 ? this.#block(depth - 1) : ''
      items += `<li>${isLoose ? `<p>${text}</p>` : text}${block.startsWith('<p>') ? '' : block}</li>`
    }
    return `<${tag}>${items}</${tag}>`
  }
}
