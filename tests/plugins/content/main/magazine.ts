import type { TypedPage } from './pages.ts'

/** A page with many rare features at once, so that each feature of the model differs from the other pages. */
export const magazine: TypedPage = {
  url: 'https://docs.example.com/docs/category/boats/tag/ice/?page=2',
  html: `<!doctype html><html lang="en"><head><title>Ice on the boats</title>
<meta name="description" content="What ice does to boats, and what boats do to ice, told by those who were there.">
<script type="application/ld+json">[{"@type":"NewsArticle","headline":"Ice on the boats"},{"@type":"DiscussionForumPosting"},
{"@type":"Person","name":"Maren Holt"},{"@type":"WebSite","name":"Alder"},{"@type":"Organization","name":"Alder"},{"@type":"Review","reviewRating":4}]</script></head>
<body class="single blog"><div class="hero"><h1>Ice on the boats</h1><p class="meta posted">Told on a <b>cold</b> day | by many | in the inn</p></div>
<div class="toc"><a href="#a">Hulls</a> | <a href="#b">Sails</a> | <a href="#c">Crews</a></div>
<div class="filters"><a href="?f=1">By year</a><a href="?f=2">By boat</a><select><option>All years</option></select></div>
<article><p><strong>What ice does to boats</strong> is told by those who were there, and <em>nobody</em> believes them.</p>
<figure><img src="/i.jpg"><figcaption>A hull, two days after the thaw</figcaption></figure>
<pre>ice 41 days
thaw 1 day</pre>
<dl><dt>Brash</dt><dd>Ice in pieces of less than two metres</dd></dl><details><summary>Sources</summary>The log of the inn</details>
<iframe src="https://video.example/1"></iframe><video src="/v.mp4"></video>
<div class="gallery"><img src="/1.jpg"><span>First picture</span><img src="/2.jpg"><span>Second picture</span></div>
<div class="tabs"><div class="tab">Tab one says this</div><div class="tab" hidden>Tab two is hidden until it is opened</div></div>
<div class="reviews"><p>A review gives it four of five stars.</p></div></article>
<div class="trending"><p>Trending: <a href="/t">How to read a tide table</a></p></div>
<div class="tags"><a href="/tag/ice">ice</a> <a href="/tag/boats">boats</a></div>
<div class="comments"><p>A comment says that it was colder in the north.</p></div></body></html>`,
  content: [],
  around: [],
}
