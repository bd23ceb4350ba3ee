import { parseJson } from 'weirjs'

const THOUGHT = '</think>'

/**
 * The JSON of an answer: all of it, or the part from the first brace to the last, if the model has put thoughts,
 * words or a fence around it. Undefined if there is none.
 */
export function readJson(text: string): unknown {
  const whole = parseJson(text.trim())
  if (whole !== undefined) return whole
  const thought = text.lastIndexOf(THOUGHT)
  const said = thought < 0 ? text : text.slice(thought + THOUGHT.length)
  const begin = said.indexOf('{')
  const end = said.lastIndexOf('}')
  return begin < 0 || end < begin ? undefined : parseJson(said.slice(begin, end + 1))
}
