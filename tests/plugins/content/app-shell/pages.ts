import { analytics, type LabelledPage, page, sentences } from './labelled-page.ts'
import { shells } from './shells.ts'

/** Pages that have their content, whatever scripts they have. */
const pages: [what: string, html: string][] = [
  ['an article', page(`<main><h1>Kettles</h1><p>${sentences.repeat(8)}</p></main>`)],
  [
    'an article with scripts',
    page(
      `<div id="root"><main><h1>Kettles</h1><p>${sentences.repeat(8)}</p></main></div><script src="/static/js/main.js"></script>`,
    ),
  ],
  [
    'Next.js, drawn on the server',
    page(
      `<div id="__next"><main><h1>Kettles</h1><p>${sentences.repeat(5)}</p></main></div><script id="__NEXT_DATA__" type="application/json">{}</script><script src="/_next/static/chunks/main.js"></script>`,
    ),
  ],
  [
    'Nuxt, drawn on the server, with little to say',
    page(
      '<div id="__nuxt"><h1>Kettles</h1><p>We repair kettles of every make. Open on weekdays from nine to five, in the old station.</p></div><script src="/_nuxt/entry.js"></script>',
    ),
  ],
  [
    'an article with an island of script',
    page(
      `<main><p>${sentences.repeat(8)}</p><div id="app"></div></main><script type="module" src="/assets/index.js"></script>`,
    ),
  ],
  [
    'a forum whose posts are there for visitors without script',
    page(
      `<div id="app"><div id="content"></div></div><noscript><article><h1>Kettles</h1>\n<p>${sentences.repeat(20)}</p></article></noscript><script src="/assets/forum.js"></script><script>document.getElementById('content').innerHTML = ''; import('/boot.js')</script>`,
    ),
  ],
  [
    'a short page that shows what placeholders look like',
    page(
      '<h1>Templates</h1><p>Write <code>{{ name }}</code> where the name of the reader shall stand, and nothing else.</p><script src="/js/app.js"></script>',
    ),
  ],
  ['two words', page('<h1>Plain</h1><p>PLAINMARK some text.</p>')],
  ['two words without a head', '<p>hello</p>'],
  ['two words with analytics', page(`<h1>Plain</h1><p>Some text.</p>${analytics}`)],
  ['a page under construction', page(`<h1>Coming soon</h1><p>We are working on it.</p>${analytics}`)],
  ['nothing at all', ''],
  ['an empty page', page('')],
  [
    'a plain 404',
    '<html><head><title>404 Not Found</title></head><body><center><h1>404 Not Found</h1></center><hr><center>nginx</center></body></html>',
  ],
  [
    'a 404 with a script',
    page(
      '<h1>Page not found</h1><p>The page that you were looking for is not here. Go back to the <a href="/">start</a>.</p><script src="/js/jquery.js"></script>',
    ),
  ],
  [
    'a listing of files',
    '<html><head><title>Index of /</title></head><body><h1>Index of /</h1><hr><pre><a href="../">../</a>\n<a href="a.txt">a.txt</a></pre></body></html>',
  ],
  ['a redirect by markup', page('', '<meta http-equiv="refresh" content="0; url=/new/">')],
  [
    'a redirect by markup and script',
    page(
      '<p><a href="/new/">Moved</a></p>',
      '<meta http-equiv="refresh" content="0; url=/new/"><script>location.replace("/new/")</script>',
    ),
  ],
  ['a redirect by script', page('<script>window.location.href = "/new/"</script>')],
  [
    'a redirect by script, after a while',
    page('<p>Moved.</p><script>setTimeout(function () { location.replace("/new/") }, 1000)</script>'),
  ],
  [
    'a form to sign in',
    page(
      '<form action="/login" method="post"><label>Name <input name="n"></label><label>Password <input type="password" name="p"></label><button>Sign in</button></form><script src="/js/login.js"></script>',
    ),
  ],
  [
    'a search box',
    page(
      '<form action="/search"><input name="q"><input type="submit" value="Search"></form><script src="/js/suggest.js"></script>',
    ),
  ],
  ['a picture', page('<img src="/kettle.jpg" alt=""><script src="/js/lightbox.js"></script>')],
  [
    'a gallery',
    page(`${'<a href="/1.jpg"><img src="/1s.jpg"></a>'.repeat(20)}<script src="/js/lightbox.js"></script>`),
  ],
  ['a video', page('<video src="/kettle.mp4" controls></video><script src="/js/player.js"></script>')],
  ['a frame', page('<iframe src="https://example.com/" width="100%"></iframe><script src="/js/resize.js"></script>')],
  [
    'frames',
    '<html><head><title>Kettles</title><script>function f(){}</script></head><frameset cols="20%,80%"><frame src="menu.html"><frame src="main.html"></frameset></html>',
  ],
  [
    'a card with an address',
    page(
      '<h1>Ada Kettle</h1><p>Station Road 1</p><p>+49 30 123456</p><p>ada@example.com</p><script src="/js/site.js"></script>',
    ),
  ],
  ['a table', page('<table><tr><td>1</td><td>2</td></tr></table><script src="/js/sort.js"></script>')],
  [
    'a page with an icon that a script draws',
    page(
      '<h1>Kettles</h1><p>We repair kettles of every make, and some pots.</p><ion-icon name="mail"></ion-icon><script type="module" src="https://unpkg.com/ionicons/dist/ionicons.esm.js"></script>',
    ),
  ],
  [
    'a page with data in scripts only',
    page('<h1>Kettles</h1><p>Some.</p><script type="application/ld+json">{"@type":"Product"}</script>'),
  ],
  [
    'a page in Japanese, in its own encoding',
    Buffer.from([0x83, 0x8b, 0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea]).toString('latin1').repeat(60),
  ],
  [
    'a short page in Chinese',
    page(`<div id="app"><p>${'水壶在炉子上唱歌。没有人听它。'.repeat(3)}</p></div><script src="/js/app.js"></script>`),
  ],
  [
    'a page with controls that scripts serve',
    page(
      '<h1>Interactive</h1><input id="who"><button id="go">Go</button><select id="pick"><option>A</option></select><div id="out"></div><script>document.getElementById("go").onclick = () => { document.getElementById("out").textContent = "clicked" }</script>',
    ),
  ],
]

export const labelledPages: readonly LabelledPage[] = [
  ...shells.map(([what, html]) => ({ what, html, shell: true })),
  ...pages.map(([what, html]) => ({ what, html, shell: false })),
]
