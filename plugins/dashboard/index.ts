import { definePlugin } from 'weirjs'
import { answerAsset, answerPage } from './assets/answer.ts'
import { createAssets } from './assets/assets.ts'

/** A page for people: signing in, trying things out, jobs, keys, usage, and what operators need. */
export default definePlugin({
  name: 'dashboard',
  api: 1,
  tag: { name: 'Dashboard', description: 'The page for people, at /dashboard.', order: 950 },
  home: '/dashboard',

  setup: (kit) => createAssets(kit),

  mounts: [
    {
      path: '/dashboard',
      routes: (app, _, assets) =>
        app
          .get('/assets/*', async ({ params, request }) => answerAsset(await assets.get(), params['*'], request), {
            access: 'anyone',
          })
          // The app itself says where there is no such page.
          .get('/*', async ({ request }) => answerPage(await assets.get(), request), { access: 'anyone' })
          .get('/', async ({ request }) => answerPage(await assets.get(), request), {
            access: 'anyone',
            detail: { hide: true },
          }),
    },
  ],
})
