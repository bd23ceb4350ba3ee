/**
 * The capabilities that a key may be permitted, also while their plugins are switched off: a key outlives a setting.
 * Plugins of third parties add their own names. Source: decisions 2.7.
 */
export const capabilities = [
  'scrape',
  'batch',
  'crawl',
  'map',
  'search',
  'extract',
  'enrichment',
  'archive',
  'monitors',
  'results',
] as const
