import { readFileSync } from 'node:fs'
import process from 'node:process'
import { readDocument } from '../../../../plugins/content/sandbox/read-document.ts'
import { modelOf } from '../read-here.ts'

/** Reads the PDF in its argument on any runtime, and prints its HTML. */
const [, , file = ''] = process.argv
const hints = { mime: 'application/pdf', url: 'https://docs.example/a.pdf' }
const module = new URL('../../../../plugins/documents/pdf/index.ts', import.meta.url)
const document = { module, bytes: new Uint8Array(readFileSync(file)), hints }
console.log(await readDocument(document, { key: 'test' }, (written) => modelOf(written).html))
