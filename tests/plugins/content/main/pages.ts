/** One page of each type as on real sites, with the content that readers want, and what is around it. */
export interface TypedPage {
  url: string
  html: string
  /** Texts that must be kept, and texts that must be removed. */
  content: readonly string[]
  around: readonly string[]
}

const header = `<header class="site-header"><a class="logo" href="/">Alder &amp; Finch</a>
<nav class="main-nav"><ul><li><a href="/boats">Boats</a></li><li><a href="/harbours">Harbours</a></li>
<li><a href="/weather">Weather</a></li><li><a href="/shop">Shop</a></li><li><a href="/login">Log in</a></li></ul></nav>
<form class="search" action="/search"><input name="q"><button>Search the site</button></form></header>`

const cookies = `<div id="cookie-banner" class="cookie-consent" role="dialog"><p>We use cookies to make this site work and to
measure how it is used. You can change your choice at any time.</p><button>Accept all cookies</button>
<button>Cookie settings</button></div>`

const footer = `<footer class="site-footer"><div class="newsletter"><h4>Subscribe to our newsletter</h4>
<p>Get the latest stories in your inbox every week.</p><form><input type="email"><button>Sign up</button></form></div>
<ul><li><a href="/about">About us</a></li><li><a href="/contact">Contact</a></li><li><a href="/privacy">Privacy policy</a></li>
<li><a href="/terms">Terms of use</a></li></ul><h4>Follow us</h4><ul class="social-links"><li><a href="#fb">Facebook</a></li>
<li><a href="#ig">Instagram</a></li><li><a href="#yt">YouTube</a></li></ul><h4>Help</h4><ul><li><a href="/faq">Frequent questions</a></li>
<li><a href="/returns">Returns</a></li><li><a href="/press">Press</a></li><li><a href="/jobs">Jobs</a></li></ul><p>© 2026 Alder &amp; Finch Ltd. All rights reserved.</p></footer>`

const share = `<div class="share-buttons"><span>Share this</span><a href="#f">Facebook</a><a href="#x">Twitter</a>
<a href="#l">LinkedIn</a><a href="#m">Email</a></div>`

const related = `<section class="related-posts"><h3>Related articles</h3><ul>
<li><a href="/r1">Seven knots that every crew should know</a></li><li><a href="/r2">How to read a tide table</a></li>
<li><a href="/r3">The lighthouse keepers of the northern coast</a></li><li><a href="/r4">Painting a hull in one weekend</a></li>
</ul></section>`

const always = [
  'Accept all cookies',
  'Privacy policy',
  'All rights reserved',
  'Log in',
  'Subscribe to our newsletter',
  'Frequent questions',
  'Instagram',
]

const page = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | Alder &amp; Finch</title>${head}</head>
<body>${cookies}${header}${body}${footer}</body></html>`

const ice = [
  'The ice came early that winter, and by the second week of December nobody in the harbour could remember when the water had last been open.',
  'Fishermen who had laughed at the old barometer in the inn began to tap it on their way out, and the ferry company put a notice on the pier.',
  'What followed was the longest interruption of traffic since the wharf was built: for forty-one days no ship came in, and no ship left.',
  'Coal was brought over land by horse, and later by a lorry that had been lent by the brewery, which had no need of it while its barrels stood still.',
  'On the first of February a dredger broke the channel, and the whole town stood on the mole to see the mail boat come through, an hour late and covered in frost.',
]

export const article: TypedPage = {
  url: 'https://example.com/stories/2026/02/the-winter-the-harbour-froze.html',
  html: page(
    'The winter the harbour froze',
    `<main><article class="post"><header class="entry-header"><h1 class="entry-title">The winter the harbour froze</h1>
<p class="byline">By <a href="/author/maren">Maren Holt</a>, <time datetime="2026-02-11">11 February 2026</time></p></header>
${share}<div class="entry-content"><p>${ice[0]}</p><p>${ice[1]}</p><h2>Forty-one days</h2><p>${ice[2]}</p>
<blockquote><p>We had bread, and we had cards, and after a while we had enough of both, the baker used to say.</p></blockquote>
<p>${ice[3]}</p><ul><li>Coal for the school came first, then for the inn.</li><li>Letters waited in the customs house until the thaw.</li></ul>
<p>${ice[4]}</p></div>${share}</article>${related}</main>
<aside class="sidebar"><h3>Most read</h3><ul><li><a href="/m1">Ferry times for spring</a></li>
<li><a href="/m2">New crane at the east dock</a></li><li><a href="/m3">Herring prices fall again</a></li></ul></aside>`,
    '<meta property="og:type" content="article"><meta property="og:title" content="The winter the harbour froze">',
  ),
  content: [...ice, 'Forty-one days', 'We had bread, and we had cards', 'Letters waited in the customs house'],
  around: [
    ...always,
    'Share this',
    'Seven knots',
    'How to read a tide table',
    'New crane at the east dock',
    'Herring prices',
  ],
}

export const documentation: TypedPage = {
  url: 'https://docs.example.com/guide/configuration',
  html: page(
    'Configuration',
    `<div class="layout"><nav class="sidebar docs-nav" aria-label="Documentation"><ul><li><a href="/guide/install">Installation</a></li>
<li><a href="/guide/first">First steps</a></li><li><a href="/guide/configuration">Configuration</a></li>
<li><a href="/guide/deploy">Deployment</a></li><li><a href="/guide/upgrade">Upgrading</a></li></ul></nav>
<main class="docs-content"><div class="breadcrumbs"><a href="/">Docs</a> › <a href="/guide">Guide</a> › Configuration</div>
<h1>Configuration</h1><p>The daemon reads its settings from a file when it starts, and again whenever it receives a hangup signal.</p>
<h2>The settings file</h2><p>Write the file in the directory from which the daemon is started, or name another path with the option below.</p>
<pre><code>tide --settings ./harbour.toml
tide --check</code></pre><p>Every setting has a default, so that an empty file is a valid one. Unknown settings are refused.</p>
<h2>Settings</h2><table><thead><tr><th>Name</th><th>Default</th><th>Meaning</th></tr></thead><tbody>
<tr><td>interval</td><td>60</td><td>Seconds between two readings of the gauge</td></tr>
<tr><td>station</td><td></td><td>Identifier of the gauge that is read</td></tr>
<tr><td>retries</td><td>3</td><td>How often a reading that failed is tried again</td></tr></tbody></table>
<p>Changing the station while the daemon runs begins a new series, and the old one is kept.</p></main>
<div class="page-toc"><h4>On this page</h4><ul><li><a href="#file">The settings file</a></li><li><a href="#settings">Settings</a></li></ul></div></div>`,
  ),
  content: [
    'reads its settings from a file',
    'tide --settings ./harbour.toml',
    'Unknown settings are refused',
    'Seconds between two readings of the gauge',
    'begins a new series',
  ],
  around: [...always, 'Upgrading', 'Deployment'],
}

const posts = [
  [
    'gull_77',
    'My outboard stops after ten minutes and starts again once it has cooled down. I have already changed the plugs and the fuel filter.',
  ],
  [
    'old_salt',
    'That sounds like the cooling water. Is there a strong jet from the tell-tale when it runs, or does it only drip?',
  ],
  ['gull_77', 'It drips. I had taken that for normal, since the previous owner told me it had always done so.'],
  [
    'keelhaul',
    'Then take out the thermostat and look at the impeller while you are at it. Mine had lost three of its six blades last summer.',
  ],
  [
    'gull_77',
    'You were right, the impeller was in pieces. New one fitted, and it has been running for an hour without trouble. Thank you all!',
  ],
] as const

export const forum: TypedPage = {
  url: 'https://forum.example.com/threads/outboard-stops-when-warm.4711/',
  html: page(
    'Outboard stops when warm',
    `<div class="p-body"><ul class="breadcrumb"><li><a href="/forums">Forums</a></li><li><a href="/forums/engines">Engines</a></li></ul>
<h1 class="thread-title">Outboard stops when warm</h1><div class="block-container">${posts
      .map(
        (
          [user, text],
          at,
        ) => `<article class="message message--post" id="post-${at}"><div class="message-user"><a class="username" href="/u/${user}">${user}</a>
<span class="user-title">Member</span></div><div class="message-content"><time datetime="2026-05-0${at + 1}">May ${at + 1}, 2026</time>
<div class="message-body"><p>${text}</p></div><div class="actions"><a href="#like">Like</a> <a href="#reply">Reply</a> <a href="#report">Report</a></div></div></article>`,
      )
      .join('')}</div>
<div class="similar-threads"><h3>Similar threads</h3><ul><li><a href="/t/1">Which oil for a two-stroke?</a></li>
<li><a href="/t/2">Battery flat after a week</a></li><li><a href="/t/3">Propeller hums at low speed</a></li></ul></div></div>`,
  ),
  content: posts.map(([, text]) => text),
  around: [...always, 'Which oil for a two-stroke', 'Battery flat after a week'],
}

export const product: TypedPage = {
  url: 'https://shop.example.com/products/brass-ship-lantern',
  html: page(
    'Brass ship lantern',
    `<main><div class="product-page"><div class="gallery"><img src="/l1.jpg" alt="Lantern"></div><div class="product-info">
<h1 class="product-title">Brass ship lantern</h1><div class="price">€ 89.00</div><button class="add-to-cart">Add to cart</button>
<div class="product-description"><p>A lantern of solid brass with a ribbed glass, made after one that hung in the wheelhouse of a coastal steamer for fifty years.</p>
<p>It burns lamp oil for eleven hours on one filling, and the wick can be turned from outside so that the glass stays closed in wind.</p></div>
<ul class="features"><li>Solid brass, not plated</li><li>Ribbed glass, four millimetres</li><li>Burns eleven hours on one filling</li></ul>
<table class="specs"><tr><th>Height</th><td>34 cm</td></tr><tr><th>Weight</th><td>1.9 kg</td></tr><tr><th>Fuel</th><td>Lamp oil</td></tr></table></div></div>
<section class="related-products"><h2>You may also like</h2><div class="grid"><div class="card"><a href="/p/1">Copper kettle</a><span class="price">€ 45.00</span></div>
<div class="card"><a href="/p/2">Rope doormat</a><span class="price">€ 29.00</span></div><div class="card"><a href="/p/3">Signal flag set</a><span class="price">€ 60.00</span></div>
<div class="card"><a href="/p/4">Brass compass</a><span class="price">€ 75.00</span></div></div></section></main>`,
    '<meta property="og:type" content="product"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Brass ship lantern"}</script>',
  ),
  content: [
    'A lantern of solid brass with a ribbed glass',
    'It burns lamp oil for eleven hours',
    'Ribbed glass, four millimetres',
  ],
  around: [...always, 'Rope doormat', 'Signal flag set'],
}

const stories = [
  [
    'Ferry strike enters its third week',
    'Talks between the company and the crews broke off on Tuesday without a date for another meeting.',
  ],
  [
    'Council approves the new breakwater',
    'The wall will be four hundred metres long and is to be finished before the autumn storms two years from now.',
  ],
  [
    'A seal in the fish market',
    'It came up the slipway at dawn, took a mackerel from the first stall, and left by the way it had come.',
  ],
  [
    'Record catch of sprat',
    'Boats came back so deep in the water that two of them had to wait for the tide to enter the inner basin.',
  ],
  [
    'Lighthouse museum opens',
    'Visitors climb the hundred and sixty steps to the lamp, which was switched off for good last spring.',
  ],
  [
    'Sailing school looks for teachers',
    'More children than ever have signed up for the summer, and the school lacks four instructors.',
  ],
] as const

export const listing: TypedPage = {
  url: 'https://example.com/news',
  html: page(
    'Harbour news',
    `<main><h1>Harbour news</h1><p class="intro">What happens between the lighthouse and the fish market, every day.</p><div class="post-list">${stories
      .map(
        ([title, text], at) => `<div class="post-item"><h2 class="post-title"><a href="/news/${at}">${title}</a></h2>
<p class="post-date">March ${at + 3}, 2026</p><p class="post-excerpt">${text}</p><a class="more" href="/news/${at}">Read more</a></div>`,
      )
      .join(
        '',
      )}</div><div class="pagination"><a href="?p=1">1</a> <a href="?p=2">2</a> <a href="?p=3">Next page</a></div></main>`,
  ),
  content: stories.flat(),
  around: always,
}

const goods = [
  'Oak sea chest',
  'Brass ship lantern',
  'Copper kettle',
  'Rope doormat',
  'Signal flag set',
  'Brass compass',
  'Wool deck blanket',
  'Tin mug with map',
]

export const collection: TypedPage = {
  url: 'https://shop.example.com/collections/cabin',
  html: page(
    'For the cabin',
    `<main class="collection"><h1 class="collection-title">For the cabin</h1><div class="collection-description"><p>Things that make a cabin a home:
made to be used, to be mended and to be passed on to whoever sails the boat next.</p></div>
<div class="product-grid">${goods
      .map(
        (
          name,
          at,
        ) => `<div class="product-card"><a href="/products/${at}"><img src="/${at}.jpg" alt=""><h3 class="product-card__title">${name}</h3></a>
<span class="price">€ ${20 + at * 7}.00</span></div>`,
      )
      .join('')}</div></main>`,
  ),
  content: ['Things that make a cabin a home', ...goods],
  around: always,
}

export const service: TypedPage = {
  url: 'https://example.com/services/mooring',
  html: page(
    'Mooring and winter storage',
    `<main><section class="hero"><h1>Mooring and winter storage</h1><p>A safe berth in summer and a dry hall in winter, with people who know your boat.</p></section>
<section class="services"><h2>What we do</h2><div class="feature"><h3>Summer berths</h3><p>Eighty berths behind the breakwater, with water and power at every pontoon and a watchman through the night.</p></div>
<div class="feature"><h3>Winter hall</h3><p>We lift your boat in October, wash the hull, and keep it dry at eight degrees until you want to sail again.</p></div>
<div class="feature"><h3>Repairs</h3><p>Our yard mends wood, steel and plastic, and sends you photographs and a price before any work begins.</p></div></section>
<section class="faq"><h2>Questions we are asked</h2><h3>How long may my boat be?</h3><p>Up to fourteen metres in the hall and up to eighteen on the outer pontoon.</p>
<h3>Can I work on the boat in winter?</h3><p>Yes, on weekdays from eight to six, and we lend you trestles and light.</p></section></main>`,
  ),
  content: [
    'A safe berth in summer and a dry hall in winter',
    'Eighty berths behind the breakwater',
    'We lift your boat in October',
    'sends you photographs and a price',
    'Up to fourteen metres in the hall',
    'Yes, on weekdays from eight to six',
  ],
  around: always,
}

export const typedPages: Readonly<Record<string, TypedPage>> = {
  article,
  documentation,
  forum,
  product,
  listing,
  collection,
  service,
}
