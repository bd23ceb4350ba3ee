/**
 * A site whose pages a script of 130 KB builds from data, on four addresses of this machine. Script and style may be
 * cached, as on most sites, so a returning visitor does not load them again. Each page tells whether it recognizes
 * its visitor. Prints its port.
 */
const words = Array.from({ length: 6000 }, (_, i) => `kettle ${i} of copper`)
const items = Array.from({ length: 120 }, (_, i) => ({
  name: `Kettle ${i}`,
  text: 'It boils water faster than the one before, and keeps its handle cool. '.repeat(3),
  price: 10 + i,
}))
const app = `const words = ${JSON.stringify(words)}
const known = document.cookie.includes('known=') || localStorage.getItem('known')
document.cookie = 'known=1'
localStorage.setItem('known', '1')
const list = document.createElement('ul')
const { items } = await (await fetch('/data.json' + location.search)).json()
for (const { name, text, price } of items) {
  const item = document.createElement('li')
  item.innerHTML = '<h2>' + name + '</h2><p>' + text + words[price * 37] + '</p><a href="/kettle/' + price + '">' + price + ' €</a>'
  list.append(item)
}
document.getElementById('root').append(list)
for (const item of list.children) item.style.order = item.getBoundingClientRect().height | 0
const end = document.createElement('p')
end.id = 'ready'
end.textContent = 'Kettles of page ' + new URLSearchParams(location.search).get('n') + (known ? ', seen again' : '')
document.getElementById('root').append(end)`
const style = Array.from({ length: 300 }, (_, i) => `.c${i} { padding: ${i % 9}px; border: 1px solid #ddd }`).join('\n')

const of = (type: string, body: string, kept = false) =>
  new Response(body, { headers: { 'content-type': type, ...(kept && { 'cache-control': 'public, max-age=600' }) } })
const answer = ({ url }: Request) => {
  const { pathname } = new URL(url)
  if (pathname === '/app.js') return of('text/javascript', app, true)
  if (pathname === '/style.css') return of('text/css', style, true)
  if (pathname === '/data.json') return of('application/json', JSON.stringify({ items }))
  return of(
    'text/html',
    '<!doctype html><html><head><title>Kettles</title><link rel="stylesheet" href="/style.css"><script type="module" src="/app.js"></script></head><body><div id="root"></div></body></html>',
  )
}

const first = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
for (const hostname of ['127.0.0.2', '127.0.0.3', '127.0.0.4'])
  Bun.serve({ port: first.port as number, hostname, fetch: answer })
console.log(first.port)
