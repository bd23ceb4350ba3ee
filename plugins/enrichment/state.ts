import { LRUCache } from 'lru-cache'
import { ApiError, isApiError, type Kit } from 'weirjs'
import { type Extraction, type ExtractionSchema, extraction } from '../extract/service.ts'
import { scraper } from '../scrape/service.ts'
import type { EnrichmentConfig } from './config.ts'
import { createFindMailServers, type FindMailServers, type MailServers } from './discovery/index.ts'
import { type AskedField, schemaOf } from './fields/fields.ts'
import { createSite, type Profile, type Site } from './profile/index.ts'

/** The findings about a domain, collected once per job. */
export interface DomainFindings extends Profile {
  /** Null if they were not requested. */
  mailServers: MailServers | null
}

/** How many domains are cached for the next rows, each of some 100 kB. */
const MAX_DOMAINS = 64

/** The state that the routes and the job of this plugin share. */
export interface EnrichmentState {
  findMailServers: FindMailServers
  site: Site
  /** Throws 501 `not_configured` if the extraction plugin is switched off. */
  extraction(): Extraction
  /**
   * The fields of a job as a schema, compiled once per loaded input. Throws 400 if the fields are too large to be
   * extracted together.
   */
  schemaFor(fields: readonly AskedField[]): ExtractionSchema
  /** By job and domain. */
  domains: LRUCache<string, DomainFindings>
}

export function setUp({ use, find, store, config }: Kit<EnrichmentConfig>): EnrichmentState {
  const schemas = new WeakMap<readonly AskedField[], ExtractionSchema>()
  const state: EnrichmentState = {
    findMailServers: createFindMailServers(config.nameServers),
    site: createSite(use(scraper), store),
    extraction() {
      const found = find(extraction)
      if (found) return found
      const message = 'Enrichment needs the plugin extract, which is not enabled: add it to WEIR_PLUGINS'
      throw new ApiError('not_configured', message, { plugin: 'extract' })
    },
    schemaFor(fields) {
      const schema = schemas.get(fields) ?? readFields(fields, state.extraction())
      schemas.set(fields, schema)
      return schema
    },
    domains: new LRUCache({ max: MAX_DOMAINS }),
  }
  return state
}

function readFields(fields: readonly AskedField[], { readSchema }: Extraction): ExtractionSchema {
  try {
    return readSchema(schemaOf(fields))
  } catch (error) {
    if (!isApiError(error) || error.status !== 400) throw error
    const message = 'fields request too much at once: send fewer of them, or shorter prompts'
    throw new ApiError('invalid_request', message, { parameter: 'fields' }, { cause: error })
  }
}
