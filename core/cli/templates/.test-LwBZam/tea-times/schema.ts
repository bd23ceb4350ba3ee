import { httpUrl, reply, t } from 'weirjs'

/** Settings, from `weir.config.ts` under `config` and the plugin's name. */
export const Config = t.Object({
  price: t.Number({ default: 0.5, minimum: 0, description: 'Credits a page' }),
})

export const Body = t.Object({ url: httpUrl({ description: 'The page', examples: ['https://example.com/'] }) })

export const Reply = reply(
  t.Object({
    url: t.String({ description: 'Its address after redirects' }),
    status: t.Integer(),
    type: t.Union([t.String(), t.Null()]),
    size: t.Integer({ description: 'Bytes' }),
  }),
)
