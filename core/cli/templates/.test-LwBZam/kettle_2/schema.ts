import { t } from 'weirjs'

/** Settings, from `weir.config.ts` under `config` and the engine's name. */
export const Config = t.Object({
  userAgent: t.String({ default: 'kettle_2/0.1', description: 'The user agent, unless the caller sets one' }),
})
