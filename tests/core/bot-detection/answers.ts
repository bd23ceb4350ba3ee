import { blocks } from './blocks.ts'
import type { LabelledAnswer } from './labelled-answer.ts'
import { noBlocks } from './no-blocks.ts'

export const answers: readonly LabelledAnswer[] = [...blocks, ...noBlocks]
