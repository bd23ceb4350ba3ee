import { readFileSync } from 'node:fs'
import { featureNames } from '../features/names.ts'
import { readWeights, type Weights } from './weights.ts'

let weights: Weights | null = null

/** The weights that ship with the program, read when the first page needs them. */
export const model = (): Weights => {
  weights ??= readWeights(readFileSync(new URL('weights.bin', import.meta.url)), featureNames)
  return weights
}
