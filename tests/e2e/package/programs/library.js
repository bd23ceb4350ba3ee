import { convert, crawl, definePlugin, map, scrape, t } from 'weirjs'

const [site] = process.argv.slice(2)
console.log(typeof definePlugin, t.String().type)
console.log((await scrape(site)).data.markdown.split('\n')[0], (await map(site, { maxDepth: 1 })).data.urls.length)
for await (const page of crawl(site, { maxPages: 2, waitTime: 0 })) console.log(page.markdown.split('\n')[0])
console.log((await convert(new TextEncoder().encode('a,b\n1,2\n'), { contentType: 'text/csv' })).data.markdown)
