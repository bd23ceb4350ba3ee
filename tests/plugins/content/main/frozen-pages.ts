import { type TypedPage, typedPages } from './pages.ts'

/** A hash like those of bundlers in class names. It is the same for the same name. */
const scrambled = (name: string) => {
  let hash = 7
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + name.charCodeAt(i)) | 0
  return `c${(hash >>> 0).toString(36)}`
}

const withoutNames = (html: string) =>
  html.replace(
    /\b(class|id)="([^"]*)"/g,
    (_, attribute, names: string) => `${attribute}="${names.split(' ').map(scrambled).join(' ')}"`,
  )
const withoutLandmarks = (html: string) =>
  html.replace(/<(\/?)(?:main|article|section|aside|nav|header|footer)\b/g, '<$1div')

const links = [
  'Tide tables for the whole coast',
  'Where to anchor in a westerly',
  'Ten recipes for herring',
  'Second-hand boats',
  'Crew wanted',
  'What the harbour master says',
]
const list = (name: string) =>
  `<ul>${links.map((link, at) => `<li class="${name}-item"><a href="/${name}/${at}">${link}</a></li>`).join('')}</ul>`
const around = (html: string, before: string, after: string) =>
  html.replace('</header>', `</header>${before}`).replace(/<footer class="site-footer"/, `${after}$&`)

const teasers = [
  'The chandler in the old ice house has been selling rope by the metre since before the railway came.',
  'Our reporter spent a night on the pilot boat, and came back with wet boots and a list of names.',
  'For the third year running the council has put off a decision about the lights on the mole.',
]
const remarks = [
  'I remember that well, my father was one of those who stood there and waited for it.',
  'You have forgotten to say who paid for all this in the end, and I think we know why.',
]
const prose = `<div class="more-stories"><h3>More stories</h3>${teasers.map((text, at) => `<div class="teaser"><h4><a href="/s/${at}">${links[at]}</a></h4><p>${text}</p></div>`).join('')}</div>
<div class="comments" id="comments"><h3>2 comments</h3>${remarks.map((text, at) => `<div class="comment"><b>reader${at}</b><span>2 days ago</span><p>${text}</p><a href="#reply">Reply</a></div>`).join('')}</div>`

interface Dress {
  change: (html: string) => string
  /** The markup around the content. */
  around: readonly string[]
}

/** The styles of sites for the same page: what is around the content, and the names in the markup. */
const dresses: Readonly<Record<string, Dress>> = {
  plain: { change: (html) => html, around: [] },
  'with scrambled names': { change: withoutNames, around: [] },
  'without landmarks': { change: withoutLandmarks, around: [] },
  'with neither names nor landmarks': { change: (html) => withoutLandmarks(withoutNames(html)), around: [] },
  'with a column of links on each side': {
    change: (html) =>
      around(
        html,
        `<div class="left-rail"><h3>Departments</h3>${list('department')}</div>`,
        `<div class="right-rail"><h3>Popular now</h3>${list('popular')}</div>`,
      ),
    around: links,
  },
  'in a layout of tables': {
    change: (html) =>
      withoutLandmarks(
        around(
          html,
          `<table class="layout"><tr><td class="left" width="160">${list('menu')}</td><td class="middle">`,
          `</td><td class="right">${list('more')}</td></tr></table>`,
        ),
      ),
    around: links,
  },
  'with teasers and comments': { change: (html) => around(html, '', prose), around: [...teasers, ...remarks] },
  'with teasers and comments, and nothing named': {
    change: (html) => withoutLandmarks(withoutNames(around(html, '', prose))),
    around: [...teasers, ...remarks],
  },
}

/** Pages written for these tests: each type in each style, by name. */
export const frozenPages: Readonly<Record<string, TypedPage>> = Object.fromEntries(
  Object.entries(typedPages).flatMap(([type, page]) =>
    Object.entries(dresses).map(([dress, { change, around }]) => [
      `${type} ${dress}`,
      { ...page, html: change(page.html), around: [...page.around, ...around] },
    ]),
  ),
)
