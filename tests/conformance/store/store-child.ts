import { writeSync } from 'node:fs'
import { type Store, statement } from 'weirjs'

/**
 * A process that writes until it is killed: `store-child.ts <module> <directory> <round>`. It prints each pair of
 * rows that the store has acknowledged.
 */
const [module, directory, round] = process.argv.slice(2) as [string, string, string]
const { open } = (await import(module)) as { open(directory: string): Promise<Store> }
const store = await open(directory)
const insert = statement<[id: string, text: string], never>((db, [id, text]) =>
  db.insertInto('items').values({ id, text }),
)

async function writeForever(writer: number) {
  for (let count = 0; ; count++) {
    const id = `${round}-${writer}-${count}`
    await store.write(
      async (tx) => {
        await tx.run(insert, `${id}-left`, 'x'.repeat(count % 3000))
        await tx.run(insert, `${id}-right`, '')
      },
      { durable: writer % 2 === 0 },
    )
    writeSync(1, `${id}\n`)
  }
}
await Promise.all([0, 1, 2, 3].map(writeForever))
