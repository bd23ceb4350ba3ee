/**
 * Runs benchmarks one after the other, each in a separate process: `bun run bench` lists them, `bun run bench api
 * start` runs these two. The comment at the top of each tells what it measures and its arguments.
 */
import { Glob } from 'bun'

/** Modules that the benchmarks share. */
const shared = new Set([
  'index',
  'figures',
  'held',
  'pages',
  'load',
  'beside-bare',
  'crawl-site',
  'hostile-site',
  'slow-site',
  'usage',
  'as-started',
  'sse-clients',
])
const names = [...new Glob('*.ts').scanSync(import.meta.dir)]
  .map((file) => file.replace(/\.ts$/, ''))
  .filter((name) => !shared.has(name))

const wanted = process.argv.slice(2)
if (wanted.length === 0) console.log(`Benchmarks: ${names.sort().join(', ')}`)
for (const name of wanted) {
  if (!names.includes(name)) {
    console.error(`There is no benchmark ${name}`)
    process.exit(2)
  }
  console.log(`\n# ${name}`)
  const child = Bun.spawn([process.execPath, `${import.meta.dir}/${name}.ts`], { stdout: 'inherit', stderr: 'inherit' })
  if ((await child.exited) !== 0) process.exitCode = 1
}
