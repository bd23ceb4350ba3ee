import type { ScrapeBody } from '../schema.ts'

/** Warns of the one of two parameters that has no effect without the other. Source: decisions 5.1. */
export function warnOfUnpaired({ enableJsonExtraction, jsonSchema }: ScrapeBody): string[] {
  if (!enableJsonExtraction === (jsonSchema === undefined)) return []
  return enableJsonExtraction
    ? ['enableJsonExtraction has no effect without jsonSchema']
    : ['jsonSchema has no effect without enableJsonExtraction']
}
