import { type Static, t } from 'weirjs'

/** The settings of this plugin. */
export const ExtractConfig = t.Object({
  chunkTokens: t.Integer({
    default: 24_000,
    minimum: 500,
    description: 'Tokens of page text that a model is given at once; what is longer goes in parts',
  }),
})
export type ExtractConfig = Static<typeof ExtractConfig>
