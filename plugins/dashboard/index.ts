import { definePlugin } from 'weirjs'
import { answerAsset, answerPage } from './assets/answer.ts'
import { createAssets } from './assets/assets.ts'
import { Config } from './config.ts'
import { signInCheck } from './sign-in/check.ts'
import { createCodes } from './sign-in/codes.ts'
import { signInRoutes } from './sign-in/routes.ts'

/** The web interface: signing in, trying things out, jobs, keys, usage, and what operators need. */
export default definePlugin({
  name: 'dashboard',
  api: 1,
  tag: { name: 'Dashboard', description: 'A web interface for people, at /dashboard.', order: 950 },
  permissions: [],
  config: Config,
  home: '/dashboard',
  checks: [signInCheck],

  async setup(kit) {
    const { oidcClientId } = kit.config
    // Few operators have an identity provider, and its library is slow to load.
    const provider = oidcClientId && (await import('./sign-in/provider.ts')).createProvider(kit, oidcClientId)
    return { assets: createAssets(kit), codes: createCodes(kit.clock), provider: provider || undefined }
  },
  welcome: (_, { codes }, { id }) => `/dashboard/sign-in#code=${codes.make(id)}`,

  mounts: [
    {
      path: '/dashboard',
      routes: (app, kit, { assets, ...signIn }) =>
        signInRoutes(app, kit, signIn)
          .get('/assets/*', async ({ params, request }) => answerAsset(await assets.get(), params['*'], request), {
            access: 'anyone',
          })
          // Everything below is a page: the app itself reports unknown ones.
          .get('/*', async ({ request }) => answerPage(await assets.get(), request, kit.origin()), { access: 'anyone' })
          .get('/', async ({ request }) => answerPage(await assets.get(), request, kit.origin()), {
            access: 'anyone',
            detail: { hide: true },
          }),
    },
  ],
})
