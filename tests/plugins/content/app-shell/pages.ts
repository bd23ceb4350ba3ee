/** A page of our own making, in the form that a framework or a site gives it, and whether scripts make it. */
export interface LabelledPage {
  what: string
  html: string
  shell: boolean
}

const page = (body: string, head = '', title = 'Kettles') =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width">${head}</head><body>${body}</body></html>`
const sentences =
  'The kettle stood on the stove and sang. Nobody listened to it, as nobody had for years. It boiled all the same. '
const analytics = `<script async src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><script>window.dataLayer = window.dataLayer || []; function gtag(){dataLayer.push(arguments)} gtag('js', new Date())</script>`

const shells: [what: string, html: string][] = [
  [
    'create-react-app',
    page(
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
      '<script defer="defer" src="/static/js/main.8a5e.js"></script><link href="/static/css/main.css" rel="stylesheet">',
    ),
  ],
  [
    'React under Vite',
    page('<div id="root"></div>', '<script type="module" crossorigin src="/assets/index-DfX1.js"></script>'),
  ],
  [
    'React in development',
    page(
      '<div id="root"></div><script type="module" src="/src/main.tsx"></script>',
      '<script type="module" src="/@vite/client"></script>',
    ),
  ],
  [
    'React with a spinner of its own',
    page(
      '<div id="app"><style>.s{animation:r 1s}</style><div class="s"><svg viewBox="0 0 1 1"><circle r="1"/></svg></div><p>Loading, please wait…</p></div><script src="/dist/bundle.js"></script>',
    ),
  ],
  [
    'React from a CDN',
    page(
      '<div id="root"></div><script src="https://unpkg.com/react@18/umd/react.production.min.js"></script><script type="text/babel">ReactDOM.createRoot(document.getElementById("root")).render(<App/>)</script>',
    ),
  ],
  [
    'Vue CLI',
    page(
      "<noscript><strong>We're sorry but kettles doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript><div id=app></div><script src=/js/chunk-vendors.5c.js></script><script src=/js/app.2f.js></script>",
    ),
  ],
  [
    'Vue under Vite',
    page('<div id="app"></div>', '<script type="module" crossorigin src="/assets/index.3f.js"></script>'),
  ],
  [
    'Vue with a template that waits for it',
    page(
      '<div id="shop" v-cloak>{{ title }}</div><script src="https://cdn.jsdelivr.net/npm/vue@2"></script><script>new Vue({ el: "#shop", data: { title: "x" } })</script>',
    ),
  ],
  [
    'Angular',
    page(
      '<app-root></app-root><script src="runtime.9c.js" type="module"></script><script src="polyfills.1a.js" type="module"></script><script src="main.77.js" type="module"></script>',
    ),
  ],
  [
    'Angular with a word about loading',
    page('<app-root>Loading...</app-root><script src="main-es2015.js" type="module"></script>'),
  ],
  [
    'AngularJS',
    page(
      '<div ng-app="kettles"><div ng-view></div></div><script src="/js/angular.min.js"></script><script src="/js/app.js"></script>',
    ),
  ],
  ['Svelte', page('', "<script defer src='/build/bundle.js'></script>")],
  [
    'SvelteKit without rendering on the server',
    page(
      '<div style="display: contents"><script>{ __sveltekit_1a = { base: "" }; const element = document.currentScript.parentElement; Promise.all([import("/_app/immutable/entry/start.js")]).then(([kit, app]) => { kit.start(app, element) }) }</script></div>',
    ),
  ],
  [
    'Next.js, drawn in the browser alone',
    page(
      '<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{},"page":"/"}</script><script src="/_next/static/chunks/main-1.js" defer></script>',
    ),
  ],
  [
    'Next.js with templates that wait for it',
    page(
      '<div hidden></div><div id="__next"><div></div></div><script src="/_next/static/chunks/webpack.js" async></script><script>self.__next_f.push([1,"..."])</script>',
    ),
  ],
  [
    'Nuxt as a single-page application',
    page(
      '<div id="__nuxt"></div><div id="teleports"></div><script type="application/json" id="__NUXT_DATA__">[]</script><script>window.__NUXT__={}</script>',
      '<script type="module" src="/_nuxt/entry.js" crossorigin></script>',
    ),
  ],
  [
    'Nuxt 2 with its indicator',
    page(
      '<div id="__nuxt"><style>#nuxt-loading{opacity:0}</style><div id="nuxt-loading" aria-live="polite" role="status"><div>Loading...</div></div></div><script>window.__NUXT__={config:{}}</script><script src="/_nuxt/runtime.js"></script>',
    ),
  ],
  [
    'Gatsby, where the page was not built',
    page(
      '<noscript id="gatsby-noscript">This app works best with JavaScript enabled.</noscript><div id="___gatsby"></div><script src="/app-1f.js" async></script>',
    ),
  ],
  [
    'Ember',
    page(
      '<script src="/assets/vendor-1.js"></script><script src="/assets/kettles-2.js"></script><div id="ember-basic-dropdown-wormhole"></div>',
      '<meta name="kettles/config/environment" content="%7B%7D">',
    ),
  ],
  [
    'Flutter',
    page(
      '<script src="flutter_bootstrap.js" async></script>',
      '<base href="/"><link rel="manifest" href="manifest.json">',
    ),
  ],
  [
    'Flutter of an older kind',
    page(
      '<script>window.addEventListener("load", function () { _flutter.loader.loadEntrypoint({}) })</script>',
      '<script src="flutter.js" defer></script>',
    ),
  ],
  [
    'Blazor',
    page(
      '<div id="app"><svg class="p"><circle/></svg><div>Loading</div></div><div id="blazor-error-ui">An unhandled error has occurred. <a href="" class="reload">Reload</a></div><script src="_framework/blazor.webassembly.js"></script>',
    ),
  ],
  [
    'Elm',
    page(
      '<div id="elm"></div><script>var app = Elm.Main.init({ node: document.getElementById("elm") })</script>',
      '<script src="/elm.js"></script>',
    ),
  ],
  ['Preact', page('<div id="preact"></div>', '<script defer src="/bundle.55.js"></script>')],
  ['Solid', page('<div id="root"></div><script src="/src/index.jsx" type="module"></script>')],
  ['Polymer', page('<my-app></my-app>', '<script type="module" src="src/my-app.js"></script>')],
  [
    'Mithril',
    page(
      '<script src="https://unpkg.com/mithril/mithril.js"></script><script>m.mount(document.body, { view: () => m("h1", "Kettles") })</script>',
    ),
  ],
  [
    'Meteor',
    page(
      '',
      '<script>__meteor_runtime_config__ = JSON.parse("{}")</script><script src="/packages/app.js?hash=1"></script>',
    ),
  ],
  [
    'GWT',
    page(
      '<noscript><div>Your web browser must have JavaScript enabled in order for this application to display correctly.</div></noscript><iframe id="__gwt_historyFrame" style="width:0;height:0;border:0"></iframe><div id="app"></div>',
      '<script src="kettles/kettles.nocache.js"></script>',
    ),
  ],
  ['RequireJS', page('<div id="application"></div><script data-main="js/main" src="js/lib/require.js"></script>')],
  ['Backbone', page('<div id="app"></div><script src="/js/vendor.js"></script><script>new Backbone.Router()</script>')],
  [
    'Swagger UI',
    page(
      '<div id="swagger-ui"></div><script src="./swagger-ui-bundle.js"></script><script>window.ui = SwaggerUIBundle({ url: "/openapi.json", dom_id: "#swagger-ui" })</script>',
    ),
  ],
  [
    'Redoc',
    page(
      '<redoc spec-url="/openapi.json"></redoc><script src="https://cdn.redoc.ly/redoc/latest/bundles/redoc.standalone.js"></script>',
    ),
  ],
  [
    'Docsify',
    page(
      '<div id="app">Loading ...</div><script>window.$docsify = { name: "Kettles" }</script><script src="//cdn.jsdelivr.net/npm/docsify/lib/docsify.min.js"></script>',
    ),
  ],
  [
    'Storybook',
    page(
      '<div id="storybook-root"></div><div id="storybook-docs"></div><script type="module" src="./sb-manager/runtime.js"></script>',
    ),
  ],
  [
    'Expo',
    page(
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/_expo/static/js/web/index-1.js" defer></script>',
    ),
  ],
  [
    'uni-app, in Chinese',
    page(
      '<noscript><strong>请启用 JavaScript</strong></noscript><div id="app"><!--app-html--></div><script type="module" src="/assets/index.js"></script>',
    ),
  ],
  [
    'a shell in German',
    page(
      '<noscript>Bitte aktivieren Sie JavaScript, um diese Seite zu sehen.</noscript><main id="content"></main><script src="/js/app.js"></script>',
    ),
  ],
  [
    'a shell that says in its element that it wants script',
    page(
      '<div id="root">You need to enable JavaScript to run this app.</div><script src="/static/js/bundle.js"></script>',
    ),
  ],
  [
    'a shell with analytics beside it',
    page(`<div id="root"></div>${analytics}<script src="/static/js/main.js"></script>`),
  ],
  [
    'a script that fills the page by itself',
    page('<div id="app">EMPTY</div><script>document.getElementById("app").textContent = "Kettle " + (6 * 7)</script>'),
  ],
  ['a script that writes', page('<script>document.write("<p>" + "Kettles".repeat(50) + "</p>")</script>')],
  [
    'a script that fetches and fills',
    page(
      '<h1>Late</h1><div id="box"></div><script>setTimeout(() => { document.getElementById("box").innerHTML = "<p>here</p>" }, 500)</script>',
    ),
  ],
  [
    'a shell with a footer',
    page(
      '<div id="root"></div><footer>© 2026 Kettles Ltd. Imprint · Privacy · Terms</footer><script src="/static/js/main.js"></script>',
    ),
  ],
]

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
