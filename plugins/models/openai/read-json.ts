import { parseLongJson } from 'weirjs'

const THOUGHT = '</think>'

/**
 * The JSON of an answer: the whole text or, if the model added reasoning, words or a code fence, the part from the
 * first to the last brace. Undefined if there is none.
 */
export async function readJson(text: string): Promise<unknown> {
  const whole = await parseLongJson(text.trim())
  if (whole !== undefined) return whole
  const thought = text.lastIndexOf(THOUGHT)
  const said = thought < 0 ? text : text.slice(thought + THOUGHT.length)
  const begin = said.indexOf('{')
  const end = said.lastIndexOf('}')
  return begin < 0 || end < begin ? undefined : parseLongJson(said.slice(begin, end + 1))
}
