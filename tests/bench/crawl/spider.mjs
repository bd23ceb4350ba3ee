// Crawls a site with spider's native add-on: it passes the text and links of each page to JavaScript, and makes no
// Markdown. Usage: spider.mjs START PAGES
import spider from '@spider-rs/spider-rs'

const [start, pages] = process.argv.slice(2)
const website = new spider.Website(start)
  .withBudget({ '*': Number(pages) })
  .withReturnPageLinks(true)
  .build()
let done = 0
const began = performance.now()
const cpu = process.cpuUsage()
await website.crawl((error, page) => {
  if (error) throw error
  if (page.content.length > 0) done++
})
const { user, system } = process.cpuUsage(cpu)
console.log(JSON.stringify({ pages: done, seconds: (performance.now() - began) / 1000, cpu: (user + system) / 1000 }))
process.exit(0)
