import { type Static, t } from 'weirjs'

/** The settings of this plugin. */
export const ExtractConfig = t.Object({
  chunkTokens: t.Integer({
    default: 24_000,
    minimum: 500,
    description: 'Maximum tokens of page text sent to a model at once; longer text is split into parts',
  }),
})
export type ExtractConfig = Static<typeof ExtractConfig>
