import { analytics, page } from './labelled-page.ts'

/** Pages whose content is created by scripts. */
export const shells: [what: string, html: string][] = [
  [
    'create-react-app',
    page(
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>',
      '<script defer="defer" src="/static/js/main.8a5e.js"></script><link href="/static/css/main.css" rel="stylesheet">',
    ),
  ],
  [
    'a page that loads itself again every half hour',
    page(
      '<div id=root></div><script>fetch("/api").then(r=>r.text()).then(t=>{root.innerHTML=t})</script>',
      '<meta http-equiv="refresh" content="1800">',
    ),
  ],
  [
    'a page that logs out after ten minutes',
    page(
      '<div id="root"></div><script src="/static/js/main.8a5e.js"></script>',
      '<meta http-equiv="refresh" content="600;url=/logout">',
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
    'Vue with a longer template that waits for it',
    page(
      '<div id="app"><h1>{{ article.headline }}</h1><p>{{ article.author.name }}</p><p v-for="one in article.paragraphs">{{ one.text }}</p></div><script src="https://cdn.jsdelivr.net/npm/vue@2"></script><script>new Vue({ el: "#app", data: { article } })</script>',
    ),
  ],
  [
    'AngularJS with a template',
    page(
      '<div ng-app="news" ng-controller="list"><h1>{{ headline | uppercase }}</h1><p ng-repeat="story in stories">{{ story.summary | limitTo: 200 }}</p></div><script src="/lib/angular.min.js"></script><script src="/js/app.js"></script>',
    ),
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
    'a shell with styles for visitors without script',
    page(
      `<noscript><style type="text/css">${'.kettle-picture { display: none } '.repeat(40)}</style><strong>Please turn on JavaScript.</strong></noscript><div id="root"></div><script src="/static/js/main.js"></script>`,
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
