import { capabilities } from '../../api/account.ts'
import { isAdministrator } from '../../api/session.ts'

/** A key's possible permissions, and the plugin that checks each. */
const known: readonly { name: string; label: string; plugin: string; admin?: true }[] = [
  { name: 'scrape', label: 'Scrape pages', plugin: 'scrape' },
  { name: 'batch', label: 'Batches', plugin: 'batch' },
  { name: 'crawl', label: 'Crawl sites', plugin: 'crawl' },
  { name: 'map', label: 'Map sites', plugin: 'map' },
  { name: 'search', label: 'Search', plugin: 'search' },
  { name: 'extract', label: 'Extract data', plugin: 'extract' },
  { name: 'enrichment', label: 'Enrich addresses', plugin: 'enrichment' },
  { name: 'archive', label: 'Archives', plugin: 'archive' },
  { name: 'monitors', label: 'Monitors', plugin: 'monitors' },
  { name: 'results', label: 'Results as files', plugin: 'results' },
  { name: 'account', label: 'Account and usage', plugin: 'account' },
  { name: 'admin', label: 'Administration', plugin: 'account', admin: true },
]

export function permissions(): readonly { name: string; label: string }[] {
  const plugins = new Set(capabilities.value?.plugins.map(({ name }) => name))
  return known.filter(({ plugin, admin }) => plugins.has(plugin) && (!admin || isAdministrator()))
}
