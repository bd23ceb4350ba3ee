import { loadConfig } from '../core/config.ts'
import { openWeir } from '../core/weir/index.ts'

/** The API's document of this checkout with all built-in plugins, typed as the parts that `Document` names. */
export async function readDocument<Document>(): Promise<Document> {
  const weir = await openWeir(await loadConfig({}, import.meta.dir), { quiet: true, temporary: true, works: false })
  try {
    const answer = await weir.server.fetch(new Request('http://localhost/openapi.json'))
    return (await answer.json()) as Document
  } finally {
    await weir.close()
  }
}
