/** Runs Python with a text as its variable `given`, and parses its output as JSON. */
// biome-ignore lint/suspicious/noExplicitAny: what the test expects is what it checks
export async function python(program: string, given: string): Promise<any> {
  const code = `import json, sys\ngiven = sys.stdin.buffer.read().decode("utf-8")\n${program}`
  const child = Bun.spawn(['python3', '-c', code], { stdin: new Blob([given]), stdout: 'pipe', stderr: 'pipe' })
  const [printed, wrong, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (status !== 0) throw new Error(wrong)
  return JSON.parse(printed)
}
