import { type Static, t } from 'weirjs'

/** The settings of this plugin. */
export const WarcConfig = t.Object({
  keep: t.Boolean({
    env: 'WEIR_ARCHIVE',
    default: false,
    description: 'Whether each scraped page is stored as fetched, for the archive `local`',
  }),
  retentionDays: t.Union([t.Integer({ minimum: 0 }), t.Null()], {
    default: null,
    description: 'Days to keep captures; 0 keeps them forever, null as long as results',
  }),
})
export type WarcConfig = Static<typeof WarcConfig>
