import { expect, test } from 'bun:test'
import { isSynonym } from '../../../../plugins/dashboard/app/pages/playground/form/field-kind.ts'
import { scrapeBody } from '../../../../plugins/scrape/schema.ts'

test('parameters that another one replaces get no field, and all others do', () => {
  const synonyms = Object.entries(scrapeBody(['lightweight']).properties).flatMap(([name, schema]) =>
    isSynonym(schema) ? [name] : [],
  )
  expect(synonyms.toSorted()).toEqual([
    'format',
    'includePdf',
    'includeScreenshot',
    'onlyIncludeTags',
    'parsePdf',
    'removeTags',
    'waitTime',
  ])
})
