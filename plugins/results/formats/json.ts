import { JsonWriter } from '../json/write-json.ts'
import type { Row } from '../row.ts'

/** Writes rows as a JSON list. */
export async function* writeJson(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let before = '['
  for await (const row of rows) {
    yield before
    yield* written(row)
    before = ',\n'
  }
  yield before === '[' ? '[]\n' : ']\n'
}

/** Writes each row as a line. */
export async function* writeNdjson(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  for await (const row of rows) {
    yield* written(row)
    yield '\n'
  }
}

async function* written(row: Row): AsyncGenerator<string> {
  const fields = await row.fields()
  if (fields) return yield JSON.stringify(fields)
  const writer = new JsonWriter()
  for await (const tokens of row.tokens()) {
    let json = ''
    for (const token of tokens) json += writer.write(token)
    yield json
  }
}
