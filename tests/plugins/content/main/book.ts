const verbs = ['mend', 'paint', 'launch', 'moor', 'row', 'sail']
const things = ['boat', 'sheet', 'oar', 'mast', 'rudder', 'anchor', 'rope']
export const chapters = Array.from(
  { length: 60 },
  (_, i) => `How to ${verbs[i % verbs.length]} the ${things[i % things.length]}`,
)

/**
 * A page of a book on the web: all chapters in a column without a telling name, and the text of one. By itself it
 * looks like a list of chapters.
 */
export const bookPage = (chapter: number) => `<title>${chapters[chapter]} - The boat book</title><div class="layout">
<div class="column"><ol class="chapter">${chapters
  .map((title, i) => `<li class="chapter-item"><a href="/${i}">${title}</a></li>`)
  .join('\n')}</ol></div>
<div class="column"><h2>${chapters[chapter]}</h2>
<p>Step ${chapter}: tar the seams twice. Let the hull dry for a day. Take a second pair of hands.</p>
<p>Work from the keel, ${chapter} feet at a time, and rest in between, for haste splits planks.</p></div></div>`

/** A note with few blocks on the same site, between lines that are on all of its pages. */
export const notePage = (note: number) => `<title>Note ${note}</title><div class="layout"><div>The boat book</div>
<div>Written by people who have been out in every weather and have come home from all of it so far</div>
<div>Ask the harbour master before you go out</div>
<div><h2>Note ${note}</h2><p>Of ${note} ropes one is always too short, and it is the one that was cut with care.</p></div>
<div>Copyright of the boat book and all that is in it lies with the harbour</div><div>Printed on the island</div>
<div>No part of it may be sold by others</div></div>`
