import { expect, test } from 'bun:test'
import * as account from '../../plugins/account/schema.ts'
import * as admin from '../../plugins/admin/schema.ts'
import * as analytics from '../../plugins/analytics/schema.ts'
import * as archive from '../../plugins/archive/schema.ts'
import * as billing from '../../plugins/billing/schema.ts'
import * as compare from '../../plugins/compare/schema.ts'
import * as crawl from '../../plugins/crawl/schema.ts'
import * as enrichment from '../../plugins/enrichment/schema.ts'
import * as extractBatch from '../../plugins/extract/batch/schema.ts'
import * as extractDomain from '../../plugins/extract/domain/schema.ts'
import * as extractGenerate from '../../plugins/extract/generate/schema.ts'
import * as extractSingle from '../../plugins/extract/single/schema.ts'
import * as jobs from '../../plugins/jobs/schema.ts'
import * as map from '../../plugins/map/schema.ts'
import * as monitors from '../../plugins/monitors/schema.ts'
import * as results from '../../plugins/results/schema.ts'
import * as scrape from '../../plugins/scrape/schema.ts'
import * as search from '../../plugins/search/schema.ts'
import * as webhooks from '../../plugins/webhooks/schema.ts'
import * as shared from '../../schemas/index.ts'

/** Drops `additionalProperties`, which servers that other tests start set in the schemas of their routes. */
const withoutOpenness = (name: string, value: unknown) =>
  name === 'additionalProperties' && typeof value === 'boolean' ? undefined : value

/** The schemas of a module. Those that depend on the server's engines or providers are made with two of them. */
function schemasOf(module: Record<string, unknown>): [string, string][] {
  return Object.entries(module).flatMap(([name, value]): [string, string][] => {
    let schema = value
    if (typeof value === 'function')
      try {
        schema = value(['lightweight', 'browser_a'], ['lightweight', 'browser_a'])
      } catch {
        // It makes a part of another schema.
        return []
      }
    const isSchema = typeof schema === 'object' && schema !== null && ('type' in schema || 'anyOf' in schema)
    return isSchema ? [[name, JSON.stringify(schema, withoutOpenness, 1)]] : []
  })
}

/**
 * Requests and responses are a contract. If it is meant to change, `bun test --update-snapshots` records it again,
 * and the difference can be reviewed.
 */
test.each<[string, Record<string, unknown>]>([
  ['account', account],
  ['admin', admin],
  ['analytics', analytics],
  ['archive', archive],
  ['billing', billing],
  ['compare', compare],
  ['crawl', crawl],
  ['enrichment', enrichment],
  ['extract of many pages', extractBatch],
  ['extract of a domain', extractDomain],
  ['generated schemas', extractGenerate],
  ['extract of a page', extractSingle],
  ['jobs', jobs],
  ['map', map],
  ['monitors', monitors],
  ['results', results],
  ['scrape', scrape],
  ['search', search],
  ['webhooks', webhooks],
  ['all of them', shared],
])('the requests and responses of %s are unchanged', (_, module) => {
  const schemas = schemasOf(module)
  expect(schemas.length).toBeGreaterThan(0)
  for (const [name, schema] of schemas) expect(schema).toMatchSnapshot(name)
})
