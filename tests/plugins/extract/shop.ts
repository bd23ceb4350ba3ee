/** A small shop: a site whose pages fill a schema, and a model that reads them. */
import { type Ask, completion, textOf } from '../models/model-server.ts'

export interface Shop {
  origin: string
  /** The requested paths. */
  asked: string[]
  stop(): void
}

const kettle = (name: string, price: number) =>
  `<html><head><title>${name}</title></head><body><nav><a href="/">Home</a> <a href="/about">About us</a></nav>
<main><h1>${name}</h1><p>Name: ${name}</p><p>Price: ${price} EUR</p></main></body></html>`
const PAGES: Record<string, string> = {
  '/': '<h1>The kettle shop</h1><p><a href="/news">News</a> <a href="/price-list">Prices</a> <a href="/products/red">Red</a> <a href="/products/blue">Blue</a> <a href="/private">Private</a> <a href="http://example.com/">Elsewhere</a></p>',
  '/about': '<h1>About us</h1><p>We sell kettles.</p>',
  '/news': '<h1>News</h1><p>Nothing is new.</p>',
  '/price-list': '<h1>Prices</h1><p>All are cheap.</p>',
  '/products/red': kettle('Red Kettle', 20),
  '/products/blue': kettle('Blue Kettle', 24.5),
  '/private': kettle('Secret Kettle', 1),
  '/robots.txt': 'User-agent: *\nDisallow: /private\n',
}

export function startShop(): Shop {
  const asked: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      asked.push(pathname)
      const [, n] = /^\/kettles\/(\d+)$/.exec(pathname) ?? []
      const page = n === undefined ? PAGES[pathname] : kettle(`Kettle ${n}`, Number(n))
      const type = pathname.endsWith('.txt') ? 'text/plain' : 'text/html'
      return new Response(page ?? 'nothing here', { status: page ? 200 : 404, headers: { 'content-type': type } })
    },
  })
  return { origin: server.url.origin, asked, stop: () => void server.stop(true) }
}

/** Reads the labels of a page, like a model would. */
export function readKettle(ask: Ask): Response {
  const text = textOf(ask)
  const [, name] = /^Name: (.+)$/m.exec(text) ?? []
  const [, price] = /^Price: ([\d.]+)/m.exec(text) ?? []
  return completion({ name: name ?? null, price: price === undefined ? null : Number(price) })
}

export const kettleSchema = {
  type: 'object',
  properties: { name: { type: 'string', description: 'Of the product' }, price: { type: 'number' } },
}
