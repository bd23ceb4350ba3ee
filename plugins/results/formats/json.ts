import { JsonWriter } from '../json/write-json.ts'
import type { Row } from '../row.ts'

/** Rows as an array. */
export async function* writeJson(rows: AsyncIterable<Row>): AsyncGenerator<string> {
  let before = '['
  for await (const row of rows) {
    yield before
    yield* written(row)
    before = ',\n'
  }
  yield before === '[' ? '[]\n' : ']\n'
}

/** Rows as one line each. */
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
