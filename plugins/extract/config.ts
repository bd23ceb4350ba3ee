import { type Static, t } from 'weirjs'

/** The settings of this plugin. */
export const ExtractConfig = t.Object({
  chunkTokens: t.Integer({
    default: 24_000,
    minimum: 500,
    description: 'The most tokens of page text in a request to a model; longer texts are split',
  }),
})
export type ExtractConfig = Static<typeof ExtractConfig>
