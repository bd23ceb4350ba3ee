/**
 * Pages that a script builds from data: a bundle, a style sheet, data and pictures each. Tells its port, then serves.
 */
const items = Array.from({ length: 150 }, (_, i) => ({
  name: `Kettle ${i}`,
  text: 'It boils water faster than the one before, and keeps its handle cool. '.repeat(3),
  price: 10 + i,
}))
const library = `const unused = [${Array.from({ length: 3000 }, (_, i) => `() => ${i}`).join(',')}]`
const app = `${library}
const list = document.createElement('ul')
list.id = 'list'
const { items } = await (await fetch('/data.json' + location.search)).json()
for (const { name, text, price } of items) {
  const item = document.createElement('li')
  item.innerHTML = '<h2>' + name + '</h2><p>' + text + '</p><img src="/kettle-' + (price % 12) + '.png"><a href="/kettle/' + price + '">' + price + ' €</a>'
  list.append(item)
}
document.getElementById('root').append(list)`
const picture = new Uint8Array(20_000)
const of = (type: string, body: BodyInit) => new Response(body, { headers: { 'content-type': type } })

const site = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch({ url }) {
    const { pathname } = new URL(url)
    if (pathname === '/app.js') return of('text/javascript', app)
    if (pathname === '/style.css') return of('text/css', 'li { margin: 1em } h2 { color: navy }')
    if (pathname === '/data.json') return of('application/json', JSON.stringify({ items }))
    if (pathname.endsWith('.png')) return of('image/png', picture)
    return of(
      'text/html',
      '<!doctype html><html><head><title>Kettles</title><link rel="stylesheet" href="/style.css"><script type="module" src="/app.js"></script></head><body><div id="root"></div></body></html>',
    )
  },
})
console.log(site.port)
