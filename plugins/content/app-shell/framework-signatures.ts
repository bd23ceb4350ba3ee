/** Ids and classes of elements that a framework fills. */
export const mountNames =
  /^(?:root|app|main-app|app-root|app-container|application|react-root|react-app|reactroot|react|vue-app|vue|__next|__nuxt|___gatsby|gatsby-focus-wrapper|svelte|q-app|elm|elm-node|ember-app|ember-application|mount|mount-point|container-app|spa|page-root|site-root|swagger-ui|redoc-container|storybook-root|docs-root|blazor|single-spa|micro-app|subapp-viewport|umi|ice-container|icestark-container|ui-root|web-app|shell|viewport-root|frontend|client-root|preact|solid|flutter|flutter_app|meteor-app|aurelia|js-app|main-root|appmount|app-mount|mainapp|my-app|ng-app|appcontainer|app_container|app-wrapper|content-app|wrapper-app)$/i

/** Texts shown while a page loads. */
export const loadingWords =
  /load(?:ing|er)|please wait|one moment|just a (?:sec|moment)|initiali[sz]ing|starting|spinner|unhandled error|l(?:[aä]|\u00c3\u00a4)d|laedt|bitte warten|chargement|cargando|carregando|caricamento|\u00e5\u008a\u00a0\u00e8\u00bd\u00bd|\u00e8\u00aa\u00ad\u00e3\u0081\u00bf|\u00d0\u0097\u00d0\u00b0\u00d0\u00b3\u00d1\u0080/i

/** Custom elements that contain a whole application. */
export const mountElements =
  /^(?:redoc|rapi-doc|elements-api|home-assistant|aurelia-app)$|^(?:app|main|my|root)-|-(?:app|root|shell|main|view|page|application)$/

/** Appears in notices to users without scripts, in many languages. */
export const namesScript = /java\s?script/i

/** Code that creates or fills elements at run time. */
export const writes =
  /\.innerHTML\s?\+?=|\.textContent\s?\+?=|\.innerText\s?\+?=|document\.write(?:ln)?\(|\.append(?:Child)?\(|insertAdjacent(?:HTML|Element)|insertBefore\(|\.replace(?:With|Children)\(|createRoot\(|hydrateRoot\(|ReactDOM|\.mount\(|new Vue\(|createApp\(|Elm\.(?:\w{1,60}\.){1,6}init|customElements\.define|\$mount|bootstrapModule|platformBrowser|m\.(?:mount|render)\(|\.html\(|import\(|__sveltekit|kit\.start|_flutter|webpackJsonp|webpackChunk|__webpack_require__|SystemJS|System\.import|require\(\[|Backbone|angular\.module|Ext\.(?:application|onReady)|Polymer\(|docsify|SwaggerUIBundle|Redoc\.init|Blazor|createElement\(/
