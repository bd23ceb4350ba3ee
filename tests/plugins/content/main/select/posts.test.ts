import { describe, expect, test } from 'bun:test'
import { keepBylines } from '../../../../../plugins/content/main/select/posts.ts'
import { readSource } from '../../../../../plugins/content/read/read.ts'
import { TEXT } from '../../../../../plugins/content/tree/index.ts'
import { contentOptions } from '../../options.ts'
import { chosenAfter } from './marked.ts'

const authors = ['anna_k', 'Bertram', 'c0delia', 'Dmitri', 'eve-lyn', 'Farouk', 'Greta77', 'hannes', 'ida', 'Jo']
const says = (i: number) =>
  `SAY${i} the pump of my boiler hums after a quarter of an hour, and I have already replaced valve number ${i} twice.`

/** A thread in the frame of a site. `post` writes one of its posts. */
const thread = (post: (author: string, i: number) => string) => `<!doctype html><html lang="en"><head>
<title>Boiler pump hums</title></head><body><header><nav><ul><li><a href="/">NAVIGATION</a></li></ul></nav></header>
<main><h1>Boiler pump hums</h1><div class="thread">${authors.map(post).join('')}</div></main>
<footer><p>FOOTER</p></footer></body></html>`

const run = async (html: string, path: string) =>
  (
    await readSource(
      {
        url: new URL(path, 'https://boilers.example'),
        headers: new Headers({ 'content-type': 'text/html; charset=utf-8' }),
        body: new TextEncoder().encode(html),
        parserName: 'html',
        mime: 'text/html',
      },
      contentOptions({ onlyMainContent: true }, 'markdown'),
    )
  ).markdown!

/** The text from the end of the previous post to the end of each post. */
const partsOf = (markdown: string) =>
  authors.map((_, i) => {
    const from = i === 0 ? 0 : markdown.indexOf(`SAY${i - 1} `) + 10
    return markdown.slice(from, i + 1 < authors.length ? markdown.indexOf(`SAY${i + 1} `) : undefined)
  })

describe('each post of a thread keeps its author and date', () => {
  for (const [how, post] of Object.entries({
    'by links to members and times': (author: string, i: number) => `<article class="post" id="post-${i}">
      <div class="side"><a class="username" href="/members/${author}">${author}</a><span class="rank">Member</span></div>
      <div class="head"><time datetime="2024-11-0${i}T10:00:00Z">${i + 1} Nov 2024</time></div>
      <div class="body"><p>${says(i)}</p></div><div class="actions"><a href="/r">Reply</a> <a href="/q">Quote</a></div></article>`,
    'by names alone': (author: string, i: number) => `<div class="comment"><div class="meta">
      <span class="comment-author">${author}</span> <span class="comment-date">${i + 1} Nov 2024</span></div>
      <div class="comment-text"><p>${says(i)}</p></div></div>`,
    'by links to profiles and to the posts themselves': (author: string, i: number) => `<div class="post_wrapper">
      <div class="poster"><h4><a href="/index.php?action=profile;u=${i}" title="View the profile of ${author}">${author}</a></h4>
      <ul><li>Full Member</li><li>Posts: 3,760</li></ul></div><div class="postarea"><div class="keyinfo">
      <a href="/index.php?msg=${i}" class="smalltext">November ${i + 1}, 2024, 11:23:5${i % 10} AM</a></div>
      <div class="inner">${says(i)}</div></div></div>`,
    'beside letters for a picture, a link about members, and a time that only says how long ago': (
      author: string,
      i: number,
    ) =>
      `<article class="comment" id="comment-${i}"><div class="head"><div class="author-avatar">
      <a href="/page/user-status" title="Plumber">IB</a></div><div class="author-info"><span class="author-name">
      <b>${author}</b> in heating</span></div><div><span class="when"><span class="inline"
      title="November ${i + 1}, 2024 - 4:08am">${i + 1} Nov 2024</span></span></div></div>
      <div class="body"><p>${says(i)}</p></div><a href="/user/login?to=${i}">Other</a></article>`,
    'in elements that nothing names posts': (author: string, i: number) => `<div class="row x1"><div><p>
      <a href="/users/${author}">${author}</a></p><p><time>${i + 1} Nov 2024</time></p></div><div><p>${says(i)}</p></div></div>`,
  }))
    test(how, async () => {
      for (const [i, part] of partsOf(await run(thread(post), '/forum/threads/12')).entries()) {
        const isDated = part.includes(`${i + 1} Nov 2024`) || part.includes(`November ${i + 1}, 2024`)
        expect([i, part.includes(authors[i]!), isDated]).toEqual([i, true, true])
        expect(part).not.toContain('NAVIGATION')
      }
    })

  test('and its declared author, not the one that it answers', async () => {
    const markdown = await run(
      thread(
        (author, i) => `<div class="comment"><div class="answers"><a href="/users/zed">Zed</a></div>
        <div class="by"><b itemprop="author">${author}</b></div><div><time>${i + 1} Nov 2024</time></div>
        <div class="text"><p>${says(i)}</p></div></div>`,
      ),
      '/forum/threads/12',
    )
    for (const author of authors) expect(markdown).toContain(`**${author}**`)
    // Before the first post the model itself takes this name, which is right below the title.
    expect(markdown.slice(markdown.indexOf(says(0)))).not.toContain('Zed')
  })

  test('the question and the accepted answer too, and not the date of an edit', async () => {
    const signed = (author: string, i: number) => `<p>${says(i)}</p>
      <div class="sign"><div><a href="/r/${i}">edited <span title="2024-12-0${i}T10:00Z" class="when">${i} Dec 2024</span></a></div>
      <div><a href="/users/zed">Zed</a></div></div>
      <div class="sign"><div>asked <span title="2024-11-0${i + 1} 10:00:00Z" class="when">${i + 1} Nov 2024</span></div>
      <div itemprop="author"><a href="/users/${author}">${author}</a></div></div>`
    const names = ['question', 'answer accepted']
    const markdown = await run(
      thread((author, i) => {
        const open = `<div class="${names[i] ?? 'answer'}" id="a-${i}">`
        const latest = i === 0 ? '<div>last post by <a href="/users/jo">Jo</a> <time>2 Jan 2025</time></div>' : ''
        return `${open}${latest}${signed(author, i)}</div>`
      }),
      '/questions/12',
    )
    for (const [i, author] of authors.entries()) {
      const part = markdown.slice(markdown.indexOf(`SAY${i} `), markdown.indexOf(`SAY${i + 1} `) >>> 0)
      expect([i, part.includes(`${i + 1} Nov 2024`), part.includes(`[${author}](`)]).toEqual([i, true, true])
    }
    for (const other of ['Zed', '2 Jan 2025']) expect(markdown).not.toContain(other)
  })

  test('without a button or rank in place of the name', async () => {
    const markdown = await run(
      thread(
        (author, i) => `<article class="post"><div class="author-box"><span class="author-rank">Member</span>
        <a class="author" href="/u/${author}">${author}</a></div><time>${i + 1} Nov 2024</time><p>${says(i)}</p></article>`,
      ),
      '/forum/threads/12',
    )
    for (const author of authors) expect(markdown).toContain(`[${author}](`)
  })
})

test('a byline is kept with the text between its parts on their line, and no more', () => {
  const bylinesOf = (byline: string) => {
    const texts: string[] = []
    chosenAfter(
      (look, chosen) => {
        const kept = new Uint8Array(look.tree.nodes.length)
        keepBylines(look, chosen, kept)
        for (const node of look.tree.nodes) if (node.kind === TEXT && kept[node.id] === 1) texts.push(node.data)
      },
      authors.map((_, i) => `<article class="post"><div>${byline}</div><p>+${says(i)}</p></article>`).join(''),
    )
    return texts.join('')
  }
  const ann = '<a rel="author" href="/u/ann">Ann</a>'
  const rest = '<a href="/r">Reply</a> <a href="/q">Quote</a>'
  const said = (text: string) => text.repeat(authors.length)
  expect(bylinesOf(`By ${ann} and <b>Bo</b> | <time>3 days ago</time> ${rest}`)).toBe(said('Ann and Bo | 3 days ago'))
  expect(bylinesOf(`<time>3 days ago</time> by ${ann} ${rest}`)).toBe(said('3 days ago by Ann'))
  expect(bylinesOf(`<p>${ann}</p><p>Member</p><p><time>3 days ago</time></p>`)).toBe(said('Ann3 days ago'))
  // The date on which the author joined comes first, but is not the date of the post.
  const came = '<p class="date">Joined 2019</p>'
  expect(bylinesOf(`<p>${ann}</p>${came}<p><time>3 days ago</time></p>`)).toBe(said('Ann3 days ago'))
  const linked = '<p><a href="/post"> <span>May 5, 2024 at 7:30 PM</span> <b>New</b> <meta content="5"></a></p>'
  expect(bylinesOf(`${linked}<p>${ann}</p>`)).toBe(said('May 5, 2024 at 7:30 PMAnn'))
})
