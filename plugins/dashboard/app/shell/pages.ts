import type { FunctionComponent } from 'preact'

import { capabilities } from '../api/account.ts'
import { isAdministrator } from '../api/session.ts'
import type { IconName } from '../ui/icon.tsx'
import { lazyPage } from './lazy-page.tsx'

export const groups = ['Start', 'Work', 'Account', 'Administration'] as const

export interface PageEntry {
  /** Below /dashboard; `:name` is a parameter in `useRoute().params`, `:name?` an optional one. */
  path: string
  title: string
  /** The label in the navigation; a page without one is reached from others. */
  group?: (typeof groups)[number]
  icon?: IconName
  /** Pressing `g` and then this key opens the page. */
  key?: string
  /** Present only while the server has this plugin. */
  plugin?: string
  /** Visible only to administrators. */
  admin?: true
  /** Loaded on the first visit. */
  component: FunctionComponent
}

/** All pages. A new one is a folder in `pages/`, a line here, and its style sheet in `styles/main.css`. */
export const pages: readonly PageEntry[] = [
  {
    path: '/',
    title: 'Home',
    group: 'Start',
    icon: 'home',
    key: 'h',
    component: lazyPage(() => import('../pages/home/home.tsx')),
  },
  {
    path: '/playground/:operation?',
    title: 'Playground',
    group: 'Start',
    icon: 'play',
    key: 't',
    component: lazyPage(() => import('../pages/playground/playground.tsx')),
  },
  {
    path: '/keys',
    title: 'API keys',
    group: 'Account',
    icon: 'key',
    key: 'k',
    component: lazyPage(() => import('../pages/keys/keys.tsx')),
  },
  { path: '/keys/new', title: 'Create a key', component: lazyPage(() => import('../pages/keys/create-key.tsx')) },
  {
    path: '/usage',
    title: 'Usage',
    group: 'Account',
    icon: 'chart',
    key: 'u',
    plugin: 'analytics',
    component: lazyPage(() => import('../pages/usage/usage.tsx')),
  },
  {
    path: '/billing',
    title: 'Plan and billing',
    group: 'Account',
    icon: 'card',
    key: 'b',
    plugin: 'billing',
    component: lazyPage(() => import('../pages/billing/billing.tsx')),
  },
  {
    path: '/profile',
    title: 'Profile',
    group: 'Account',
    icon: 'users',
    key: 'p',
    component: lazyPage(() => import('../pages/profile/profile.tsx')),
  },
  {
    path: '/jobs',
    title: 'Jobs',
    group: 'Work',
    icon: 'jobs',
    key: 'j',
    plugin: 'jobs',
    component: lazyPage(() => import('../pages/jobs/job-list.tsx')),
  },
  { path: '/jobs/:jobId', title: 'Job', plugin: 'jobs', component: lazyPage(() => import('../pages/jobs/job.tsx')) },
  {
    path: '/monitors',
    title: 'Monitors',
    group: 'Work',
    icon: 'monitor',
    key: 'm',
    plugin: 'monitors',
    component: lazyPage(() => import('../pages/monitors/monitor-list.tsx')),
  },
  {
    path: '/monitors/new',
    title: 'Watch a page',
    plugin: 'monitors',
    component: lazyPage(() => import('../pages/monitors/new-monitor.tsx')),
  },
  {
    path: '/monitors/:monitorId',
    title: 'Monitor',
    plugin: 'monitors',
    component: lazyPage(() => import('../pages/monitors/monitor.tsx')),
  },
  {
    path: '/monitors/:monitorId/edit',
    title: 'Edit monitor',
    plugin: 'monitors',
    component: lazyPage(() => import('../pages/monitors/edit-monitor.tsx')),
  },
  {
    path: '/webhooks',
    title: 'Webhooks',
    group: 'Work',
    icon: 'webhook',
    key: 'w',
    plugin: 'webhooks',
    component: lazyPage(() => import('../pages/webhooks/webhooks.tsx')),
  },
  {
    path: '/webhooks/:deliveryId',
    title: 'Delivery',
    plugin: 'webhooks',
    component: lazyPage(() => import('../pages/webhooks/delivery.tsx')),
  },
  {
    path: '/admin/overview',
    title: 'Overview',
    group: 'Administration',
    icon: 'check',
    key: 'o',
    plugin: 'admin',
    admin: true,
    component: lazyPage(() => import('../pages/admin/overview/overview.tsx')),
  },
  {
    path: '/admin/users',
    title: 'Users',
    group: 'Administration',
    icon: 'users',
    plugin: 'admin',
    admin: true,
    component: lazyPage(() => import('../pages/admin/users/users.tsx')),
  },
  {
    path: '/admin/users/new',
    title: 'Add a user',
    plugin: 'admin',
    admin: true,
    component: lazyPage(() => import('../pages/admin/users/add-user.tsx')),
  },
  {
    path: '/admin/users/:userId',
    title: 'User',
    plugin: 'admin',
    admin: true,
    component: lazyPage(() => import('../pages/admin/users/user.tsx')),
  },
  {
    path: '/admin/queues',
    title: 'Queues',
    group: 'Administration',
    icon: 'queue',
    key: 'q',
    admin: true,
    component: lazyPage(() => import('../pages/admin/queues/queues.tsx')),
  },
  {
    path: '/admin/engines',
    title: 'Engines and providers',
    group: 'Administration',
    icon: 'engine',
    key: 'e',
    admin: true,
    component: lazyPage(() => import('../pages/admin/engines/engines.tsx')),
  },
  {
    path: '/admin/approvals',
    title: 'Approvals',
    group: 'Administration',
    icon: 'card',
    plugin: 'billing',
    admin: true,
    component: lazyPage(() => import('../pages/admin/approvals/approvals.tsx')),
  },
  {
    path: '/admin/audit',
    title: 'Audit log',
    group: 'Administration',
    icon: 'audit',
    key: 'a',
    plugin: 'admin',
    admin: true,
    component: lazyPage(() => import('../pages/admin/audit/audit.tsx')),
  },
]

const isAdmin = ({ admin }: PageEntry) => admin !== undefined

/** The pages of this server. */
function loadedPages(): readonly PageEntry[] {
  const plugins = new Set(capabilities.value?.plugins.map(({ name }) => name))
  return pages.filter(({ plugin }) => plugin === undefined || plugins.has(plugin))
}

/** The pages that the current user may see on this server. */
export const visiblePages = () => loadedPages().filter((page) => !isAdmin(page) || isAdministrator())

/** Those that only administrators may see. */
export const forbiddenPages = () => (isAdministrator() ? [] : loadedPages().filter(isAdmin))

/** A page's path without optional parts: `/jobs` for `/jobs/:id?`. */
export const rootOf = ({ path }: PageEntry) => path.split('/:')[0] || '/'
