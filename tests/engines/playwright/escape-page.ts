/** A host, with a port or without, that a page wants to reach. */
export interface EscapeTargets {
  /** `host:port` of listeners that nothing may reach, each by the names that it goes by. */
  hosts: readonly string[]
  /** `host:port` of STUN and TURN servers that would tell a page's address. */
  stun: readonly string[]
  /** Names that would show in the log of a name server. */
  names: readonly string[]
}

/**
 * A page that tries to reach each host in every way that browsers have: markup, styles, scripts, workers, frames, forms,
 * sockets, beacons, speculation, WebRTC. It writes down how many ways it has tried.
 */
export function escapePage({ hosts, stun, names }: EscapeTargets): string {
  return `<!doctype html><html><head><title>Escape</title>
${hosts.map(inHead).join('\n')}
${names.map((name) => `<link rel="dns-prefetch" href="//${name}"><link rel="preconnect" href="http://${name}"><link rel="prefetch" href="http://${name}/prefetch">`).join('\n')}
<script type="speculationrules">${JSON.stringify({ prefetch: [{ source: 'list', urls: hosts.map((host) => `http://${host}/speculation`) }], prerender: [{ source: 'list', urls: hosts.map((host) => `http://${host}/prerender`) }] })}</script>
</head><body>
${hosts.map(inBody).join('\n')}
<iframe name="sink"></iframe><p id="tried"></p>
<script>
const hosts = ${JSON.stringify(hosts)}
const ice = ${JSON.stringify(stun)}
let tried = 0
const attempt = (way) => { tried++; try { const result = way(); if (result && result.catch) result.catch(() => {}) } catch {} }
const blob = (code) => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
for (const host of hosts) {
  const url = (path) => 'http://' + host + '/' + path
  attempt(() => fetch(url('fetch')))
  attempt(() => fetch(url('fetch-no-cors'), { mode: 'no-cors' }))
  attempt(() => fetch(url('fetch-post'), { method: 'POST', mode: 'no-cors', body: 'x' }))
  attempt(() => fetch(url('fetch-keepalive'), { keepalive: true, mode: 'no-cors' }))
  attempt(() => fetch('https://' + host + '/fetch-https', { mode: 'no-cors' }))
  attempt(() => { const request = new XMLHttpRequest(); request.open('GET', url('xhr')); request.send() })
  attempt(() => navigator.sendBeacon(url('beacon'), 'x'))
  attempt(() => new EventSource(url('events')))
  attempt(() => new WebSocket('ws://' + host + '/ws'))
  attempt(() => new WebSocket('wss://' + host + '/wss'))
  attempt(() => new WebTransport('https://' + host + '/transport'))
  attempt(() => { new Image().src = url('image') })
  attempt(() => new Audio(url('audio')).play())
  attempt(() => import(url('module.js')))
  attempt(() => new FontFace('escape', 'url(' + url('font-face') + ')').load())
  attempt(() => new Worker(blob('fetch("' + url('worker-fetch') + '", { mode: "no-cors" }).catch(() => {}); try { importScripts("' + url('worker-import') + '") } catch {}; try { new WebSocket("ws://' + host + '/worker-ws") } catch {}')))
  attempt(() => new SharedWorker(blob('fetch("' + url('shared-worker') + '", { mode: "no-cors" }).catch(() => {})')))
  attempt(() => open(url('popup')))
  attempt(() => { const frame = document.createElement('iframe'); frame.src = url('frame-script'); document.body.append(frame) })
  attempt(() => { const frame = document.createElement('iframe'); frame.srcdoc = '<img src="' + url('srcdoc') + '">'; document.body.append(frame) })
  attempt(() => { const form = document.createElement('form'); form.method = 'post'; form.action = url('form'); form.target = 'sink'; document.body.append(form); form.submit() })
  attempt(() => { const link = document.createElement('a'); link.href = '#x'; link.ping = url('ping'); document.body.append(link); link.click() })
  attempt(() => document.body.insertAdjacentHTML('beforeend', '<link rel="stylesheet" href="' + url('late-style') + '">'))
}
attempt(() => navigator.serviceWorker.register('/service-worker.js'))
attempt(() => fetch('file:///etc/passwd').then((answer) => answer.text()).then((text) => { document.title = 'FILE ' + text }))
attempt(() => { const frame = document.createElement('iframe'); frame.src = 'file:///etc/passwd'; document.body.append(frame) })
for (const server of ice) for (const urls of ['stun:' + server, 'turn:' + server + '?transport=udp', 'turn:' + server + '?transport=tcp', 'turns:' + server])
  attempt(async () => {
    const connection = new RTCPeerConnection({ iceServers: [{ urls, username: 'u', credential: 'p' }] })
    connection.createDataChannel('x')
    await connection.setLocalDescription(await connection.createOffer())
  })
setTimeout(() => { document.getElementById('tried').textContent = 'TRIED ' + tried }, 2000)
</script></body></html>`
}

const inHead = (host: string) =>
  ['icon', 'preconnect', 'prefetch', 'stylesheet', 'modulepreload', 'manifest', 'dns-prefetch', 'prerender']
    .map((rel) => `<link rel="${rel}" href="http://${host}/${rel}">`)
    .concat(
      `<link rel="preload" as="image" href="http://${host}/preload">`,
      `<style>@import url(http://${host}/import.css); @font-face { font-family: e; src: url(http://${host}/font) } p { font-family: e; background: url(http://${host}/background) }</style>`,
    )
    .join('')

const inBody = (
  host: string,
) => `<img src="http://${host}/img" srcset="http://${host}/srcset 2x"><picture><source srcset="http://${host}/source"><img></picture>
<iframe src="http://${host}/iframe"></iframe><object data="http://${host}/object"></object><embed src="http://${host}/embed">
<video src="http://${host}/video" poster="http://${host}/poster" autoplay></video><audio src="http://${host}/audio-tag" autoplay></audio><track src="http://${host}/track">
<script src="http://${host}/script.js"></script><script type="module" src="http://${host}/module-tag.js"></script>
<svg><image href="http://${host}/svg-image"/><use href="http://${host}/svg-use#a"/></svg><input type="image" src="http://${host}/input">
<img src="/to?url=http://${host}/redirected-image"><iframe src="/to?url=http://${host}/redirected-frame"></iframe><iframe src="/refresh?url=http://${host}/refreshed"></iframe>`

/** What else the page's own server has to answer; undefined for other paths. */
export function escapeRoute(url: URL): Response | undefined {
  const target = url.searchParams.get('url') ?? ''
  if (url.pathname === '/to') return new Response(null, { status: 302, headers: { location: target } })
  if (url.pathname === '/refresh')
    return new Response(`<meta http-equiv="refresh" content="0;url=${target}">`, {
      headers: { 'content-type': 'text/html' },
    })
  return undefined
}
