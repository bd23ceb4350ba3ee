import { fullGC, heapStats } from 'bun:jsc'
import { TextBuilder } from '../../../plugins/content/text-builder.ts'

// A child process of the test: prints how many more strings there are for each text that was built from this number
// of pieces.
const [pieces = 0, texts = 0] = process.argv.slice(2).map(Number)

const stringsKept = (): number => {
  fullGC()
  return heapStats().objectTypeCounts.string ?? 0
}

const built = (): TextBuilder => {
  const builder = new TextBuilder()
  for (let i = 0; i < pieces; i++) builder.add(`piece ${i} `)
  return builder
}

const kept: number[] = []
for (let i = 0; i < texts; i++) {
  const before = stringsKept()
  const builder = built()
  kept.push(stringsKept() - before)
  if (builder.length < pieces) throw new Error('The text is shorter than its pieces')
}
console.log(JSON.stringify(kept))
