import { readFile } from 'node:fs/promises'
import { CommandError, type PluginCommand, readArgs } from 'weirjs'

const USAGE = 'extract URL --fields NAME,… | --schema FILE [--prompt TEXT] [--model NAME] [--json]'

/** `weir extract`: fills fields or a schema from a page. */
export const extractCommand: PluginCommand = {
  name: 'extract',
  startsJobs: true,
  usage: USAGE,
  summary: 'Fills fields, or a JSON Schema, from a page',
  details:
    '--fields name,price requests text fields with these names; --schema reads a JSON Schema from a file.\n--model structured uses no language model. --json prints the whole answer.',
  async run(args, { say, note, request }) {
    const text = { type: 'string' } as const
    const { values, positionals } = readArgs(args, {
      fields: text,
      schema: text,
      prompt: text,
      model: text,
      json: { type: 'boolean', default: false },
    })
    const [url] = positionals
    const { fields, schema: file, prompt, model, json } = values
    if (url === undefined || positionals.length > 1 || (fields === undefined) === (file === undefined))
      throw new CommandError(`Usage: weir ${USAGE}`, 2)
    const schema = fields === undefined ? await readSchemaFile(file ?? '') : schemaOf(fields)
    const body = { url, schema, prompt, ...(model !== undefined && { agent: { model } }) }
    const answer = (await request('POST', '/v1/extract', body)) as {
      data: { extractedData: unknown[]; metadata: { missing: string[] } }
      warnings?: string[]
    }
    const { extractedData, metadata } = answer.data
    for (const warning of answer.warnings ?? []) note(warning)
    if (metadata.missing.length > 0) note(`Not on the page: ${metadata.missing.join(', ')}`)
    say(JSON.stringify(json ? answer : extractedData.length === 1 ? extractedData[0] : extractedData, null, 2))
  },
}

const schemaOf = (fields: string) => {
  const names = fields.split(',').map((name) => name.trim())
  return {
    type: 'object',
    properties: Object.fromEntries(names.filter(Boolean).map((name) => [name, { type: 'string' }])),
  }
}

async function readSchemaFile(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new CommandError(`${file} could not be read as JSON: ${(error as Error).message}`, 2)
  }
}
