import { definePlugin } from 'weirjs'
import { answerAsset, answerPage } from './assets/answer.ts'
import { createAssets } from './assets/assets.ts'
import { Config } from './config.ts'
import { createCodes } from './sign-in/codes.ts'
import { createProvider } from './sign-in/provider.ts'
import { signInRoutes } from './sign-in/routes.ts'

/** A page for people: signing in, trying things out, jobs, keys, usage, and what operators need. */
export default definePlugin({
  name: 'dashboard',
  api: 1,
  tag: { name: 'Dashboard', description: 'The page for people, at /dashboard.', order: 950 },
  config: Config,
  home: '/dashboard',

  setup: (kit) => ({ assets: createAssets(kit), codes: createCodes(kit.clock), provider: createProvider(kit) }),
  welcome: (_, { codes }, { id }) => `/dashboard/sign-in#code=${codes.make(id)}`,

  mounts: [
    {
      path: '/dashboard',
      routes: (app, kit, { assets, ...signIn }) =>
        signInRoutes(app, kit, signIn)
          .get('/assets/*', async ({ params, request }) => answerAsset(await assets.get(), params['*'], request), {
            access: 'anyone',
          })
          // Whatever stands below is a page: the app itself says where there is none.
          .get('/*', async ({ request }) => answerPage(await assets.get(), request), { access: 'anyone' })
          .get('/', async ({ request }) => answerPage(await assets.get(), request), {
            access: 'anyone',
            detail: { hide: true },
          }),
    },
  ],
})
