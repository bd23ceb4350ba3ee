import { inBody, inHead, inScript, inWebRtc } from './kinds.ts'

/** What a page tries to reach. */
export interface Targets {
  /** Hosts of HTTP servers that are tried in every way. */
  hosts: readonly string[]
  /** Other hosts, which are tried in the ways of `short`, as the form of an address matters equally to all. */
  further: readonly string[]
  /** `host:port` of STUN and TURN servers. */
  stun: readonly string[]
}

const markup = (table: Readonly<Record<string, (url: string) => string>>, hosts: readonly string[]) =>
  hosts.flatMap((host) => Object.entries(table).map(([kind, make]) => make(`http://${host}/${kind}`))).join('\n')

const attempt = (kind: string, expression: string, host: string) =>
  `attempt((url, ws) => ${expression}, ${JSON.stringify(`http://${host}/${kind}`)})`

const short = [
  'dns-prefetch',
  'preconnect',
  'prefetch',
  'stylesheet',
  'img',
  'iframe',
  'redirected-img',
  'fetch-no-cors',
  'websocket',
  'beacon',
]
const only = <T>(table: Readonly<Record<string, T>>) =>
  Object.fromEntries(Object.entries(table).filter(([kind]) => short.includes(kind)))

/**
 * A page that tries to reach each host in every way of `kinds`, and counts the attempts of its script in `#tried`.
 */
export function escapePage({ hosts, further, stun }: Targets): string {
  const scriptFor = (table: Readonly<Record<string, string>>, hosts: readonly string[]) =>
    hosts.flatMap((host) => Object.entries(table).map(([kind, expression]) => attempt(kind, expression, host)))
  const scripted = [...scriptFor(inScript, hosts), ...scriptFor(only(inScript), further)]
  const servers = stun.flatMap((host) => Object.values(inWebRtc).map((make) => make(host)))
  return `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="x-dns-prefetch-control" content="on"><title>Escape</title>
${markup(inHead, hosts)}
${markup(only(inHead), further)}
</head><body>
${['font', 'background', 'image-set', 'mask', 'border', 'content', 'filter', 'shape', 'constructed'].map((id) => `<div id="${id}">x</div>`).join('')}<ul><li>x</ul>
${hosts.map((host) => `<a href="http://${host}/anchor">x</a>`).join('')}
<iframe name="sink"></iframe><iframe id="written"></iframe>
${markup(inBody, hosts)}
${markup(only(inBody), further)}
<p id="tried"></p>
<script>
let tried = 0
const attempt = (way, url) => {
  tried++
  try { Promise.resolve(way(url, url.replace('http:', 'ws:'))).catch(() => {}) } catch {}
}
const code = (text) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))
const send = (request, url, later = true) => { request.open('GET', url, later); request.send() }
const sheet = (text) => { const made = new CSSStyleSheet(); made.replaceSync(text); return made }
const click = (given) => { const link = Object.assign(document.createElement('a'), given); document.body.append(link); link.click() }
const form = (action, method) => { const made = Object.assign(document.createElement('form'), { action, method, target: 'sink' }); document.body.append(made); made.submit() }
const transform = (url) => {
  const text = '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:import href="' + url + '"/></xsl:stylesheet>'
  new XSLTProcessor().importStylesheet(new DOMParser().parseFromString(text, 'text/xml'))
}
for (const urls of ${JSON.stringify(servers)}) attempt(async () => {
  const connection = new RTCPeerConnection({ iceServers: [{ urls, username: 'u', credential: 'p' }] })
  connection.createDataChannel('x')
  await connection.setLocalDescription(await connection.createOffer())
}, urls)
${scripted.join('\n')}
attempt(() => fetch('file:///etc/hostname').then((answer) => answer.text()).then((text) => { document.title = 'FILE ' + text }), '')
attempt(() => document.body.append(Object.assign(document.createElement('iframe'), { src: 'file:///etc/hostname' })), '')
setTimeout(() => { document.getElementById('tried').textContent = 'TRIED ' + tried }, 1500)
</script></body></html>`
}

/** The page's own server: its responses besides the page. The target is what follows the question mark, unescaped. */
export function escapeRoute(url: URL): Response | undefined {
  const target = decodeURI(url.search.slice(1))
  const html = (body: string, headers: Record<string, string> = {}) =>
    new Response(`<!doctype html>${body}`, { headers: { 'content-type': 'text/html', ...headers } })
  const script = (body: string) => new Response(body, { headers: { 'content-type': 'text/javascript' } })
  const routes: Record<string, () => Response> = {
    '/to': () => new Response(null, { status: 302, headers: { location: target } }),
    '/refresh-meta': () => html(`<meta http-equiv="refresh" content="0;url=${target}">`),
    '/refresh-header': () => html('', { refresh: `0;url=${target}` }),
    '/frame-script': () => html(`<script>location.replace('${target}')</script>`),
    '/xml-stylesheet': () =>
      new Response(`<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${target}"?><a/>`, {
        headers: { 'content-type': 'text/xml' },
      }),
    '/link-header': () =>
      html('', { link: `<${target}>; rel=preload; as=style, <${target}>; rel=preconnect, <${target}>; rel=prefetch` }),
    '/csp-report': () =>
      html('<img src="/x"><script>1</script>', {
        'content-security-policy': `default-src 'none'; report-uri ${target}`,
      }),
    '/report-to': () =>
      html('<img src="/x">', {
        'reporting-endpoints': `e="${target}"`,
        'report-to': JSON.stringify({ group: 'e', max_age: 9, endpoints: [{ url: target }] }),
        nel: '{"report_to":"e","max_age":9,"success_fraction":1}',
        'content-security-policy': "default-src 'none'; report-to e",
      }),
    '/service-worker': () =>
      script(`fetch('${target}', { mode: 'no-cors' }).catch(() => {}); oninstall = () => skipWaiting()`),
    '/service-worker-import': () => script(`importScripts('${target}')`),
  }
  return routes[url.pathname]?.()
}
