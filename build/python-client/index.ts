import { join } from 'node:path'
import { readDocument } from '../document.ts'
import type { Document } from './document.ts'
import { classOf, Methods } from './methods.ts'
import { pascal } from './text.ts'
import { Types } from './types.ts'
import { type Capability, readWords } from './words.ts'

/** The folder of the Python client, where some files are generated. */
export const FOLDER = join(import.meta.dir, '../../clients/python/src/weirpy')

const HEAD = "# Written by `bun run generate` from the API's document; not to be edited."
/** Models of results, to which no operation of the document refers. Source: core/client/results.ts. */
const MODELS = ['ScrapedEntry', 'FailedEntry', 'JobError', 'CrawledPage', 'BatchSuccess', 'BatchFailure', 'EnrichedRow']

const modelFile = (types: Types) => `${HEAD}
"""Models of responses."""
from typing import Any, Dict, List, Literal, Optional, Union

from pydantic import Field

from .model import Model


${types.classes.join('\n\n\n')}
`

const inputFile = (types: Types) => `${HEAD}
"""Parameters of requests, as plain dictionaries."""
from typing import Any, Literal, Mapping, Optional, Sequence, Union

from typing_extensions import Required, TypedDict


${types.classes.join('\n\n\n')}
`

function methodFile(capabilities: Capability[], methods: Methods, models: Types, inputs: Types, isAsync: boolean) {
  const prefix = isAsync ? 'Async' : ''
  const all = capabilities.map((one) => ({ ...one, methods: methods.of(one) }))
  const ofMain = methods.main()
  const classes = all.map(({ name, doc, methods }) => classOf(`${prefix}${pascal(name)}Methods`, doc, methods, isAsync))
  const init = [
    '',
    `    def __init__(self, caller: ${prefix}Caller) -> None:`,
    '        self._caller = caller',
    ...capabilities.map(({ name }) => `        self.${name} = ${prefix}${pascal(name)}Methods(caller)`),
  ].join('\n')
  const main = classOf(`${prefix}Methods`, 'All operations of the API.', ofMain, isAsync)
  const bodies = [...classes, main].join('\n\n\n')
  const list = (from: Types) =>
    from
      .namesIn(bodies)
      .map((name) => `    ${name},\n`)
      .join('')
  const withCaller = (source: string) =>
    source.replace(
      '"""\n',
      `"""\n\n    def __init__(self, caller: ${prefix}Caller) -> None:\n        self._caller = caller\n`,
    )
  return `${HEAD}
"""The operations of the API, named as in the other clients."""
from typing import Any, ${isAsync ? 'AsyncIterator' : 'Iterator'}, Literal, Mapping, Optional, Sequence, Union

from .caller import OMIT, new_key
from .${isAsync ? 'async_caller' : 'sync_caller'} import ${prefix}Caller, Download
from .events import Event
from .job import JobReference, id_of
from .inputs import (
${list(inputs)})
from .models import (
${list(models)})


${classes.map(withCaller).join('\n\n\n')}


${main.replace('"""\n', `"""\n${init}\n`)}
`
}

/** The generated files by name. */
export async function writePythonClient(): Promise<Record<string, string>> {
  const api = await readDocument<Document>()
  const capabilities = await readWords()
  const models = new Types(api, 'model')
  const inputs = new Types(api, 'input')
  const methods = new Methods(api, models, inputs)
  for (const name of MODELS) models.named(name)
  const sync = methodFile(capabilities, methods, models, inputs, false)
  const async = methodFile(capabilities, methods, models, inputs, true)
  return {
    'inputs.py': inputFile(inputs),
    'models.py': modelFile(models),
    'methods.py': sync,
    'async_methods.py': async,
  }
}

/** Why the existing Python client is not that of the API; undefined if it is current. */
export async function whyStale(): Promise<string | undefined> {
  for (const [name, text] of Object.entries(await writePythonClient()))
    if (
      (await Bun.file(join(FOLDER, name))
        .text()
        .catch(() => undefined)) !== text
    )
      return `clients/python/src/weirpy/${name} is older than the API: run \`bun run generate\``
  return undefined
}

if (import.meta.main)
  for (const [name, text] of Object.entries(await writePythonClient())) await Bun.write(join(FOLDER, name), text)
