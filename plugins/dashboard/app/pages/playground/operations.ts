/** The operations of the playground, and which of their parameters come first. */
export interface Operation {
  id: 'scrape' | 'crawl' | 'map' | 'search' | 'extract'
  title: string
  path: string
  /** The button's label. */
  action: string
  intro: string
  common: readonly string[]
}

export const operations: readonly Operation[] = [
  {
    id: 'scrape',
    title: 'Scrape',
    path: '/v1/scrape',
    action: 'Scrape',
    intro: 'Fetches one page, in the formats that you need.',
    common: ['url', 'formats', 'onlyMainContent', 'javascript'],
  },
  {
    id: 'crawl',
    title: 'Crawl',
    path: '/v1/crawl',
    action: 'Start crawl',
    intro: 'Follows the links of a site from a page, as a job that you can watch.',
    common: ['url', 'maxPages', 'maxDepth', 'onlyMainContent'],
  },
  {
    id: 'map',
    title: 'Map',
    path: '/v1/map',
    action: 'Map site',
    intro: 'Lists the URLs of a site, without their content.',
    common: ['url', 'options.search', 'options.maxPages', 'options.maxDepth'],
  },
  {
    id: 'search',
    title: 'Search',
    path: '/v1/search',
    action: 'Search',
    intro: 'Finds pages on the web, or among what you have scraped, and scrapes them if you like.',
    common: ['query', 'limit', 'scrapeResults', 'provider'],
  },
  {
    id: 'extract',
    title: 'Extract',
    path: '/v1/extract',
    action: 'Extract',
    intro: 'Fills a JSON Schema of yours with data from a page.',
    common: ['url', 'schema', 'prompt', 'agent.model'],
  },
]
