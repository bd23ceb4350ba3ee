import { expect, test } from 'bun:test'
import { startWeir } from '../../weir.ts'

const start = async (apiKey: string) => {
  const env = { WEIR_LLM_URL: 'http://127.0.0.1:9/v1', WEIR_LLM_MODEL: 'small', WEIR_LLM_API_KEY: apiKey }
  const weir = await startWeir({ ...env, WEIR_PLUGINS: 'models' })
  await weir.close()
}

test('a key that cannot be sent in a header, such as one copied with an ellipsis, prevents the start', async () => {
  const refusal = await start('sk-proj-1234…wxyz').catch((error: Error) => error.message)
  expect(refusal).toStartWith('WEIR_LLM_API_KEY must be ')
  expect(refusal).not.toContain('1234')
})

test('a key from a file may end with a line break', async () => {
  expect(await start('sk-proj-1234\n')).toBeUndefined()
})
