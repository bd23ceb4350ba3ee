import { readFileSync } from 'node:fs'
import process from 'node:process'
import { extractedOf } from '../../../../plugins/content/sandbox/parse-answer.ts'
import { readUntrusted } from '../../../../plugins/content/sandbox/read-document.ts'

/** Reads the PDF that its argument names, on whatever runtime this is, and prints its HTML. */
const [, , file = ''] = process.argv
const hints = { mime: 'application/pdf', url: 'https://docs.example/a.pdf' }
const document = { name: 'pdf' as const, bytes: new Uint8Array(readFileSync(file)), hints }
console.log(await readUntrusted(document, { key: 'test' }, (written) => extractedOf(written).html))
