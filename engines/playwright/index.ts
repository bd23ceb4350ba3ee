/** The building blocks of an engine for any browser that the Playwright API can drive. */
export {
  type BrowserProfile,
  contextOptionsOf,
  PHONE_SCALE,
} from './browser-profile.ts'
export { pagesFor } from './capacity.ts'
export type { Driver, OpenedPage, StartedBrowser } from './driver.ts'
export { type BrowserEngineOptions, createBrowserEngine } from './engine.ts'
export { BrowserGone, isGone, isNavigated, PageTooLarge, ScriptFailed } from './errors.ts'
export { answeredBy, HEAD, MessageBounds, TOO_LONG } from './message-bounds.ts'
export { trackers, visualResources } from './page/blocked-resources.ts'
export { type CallerHeaders, callerHeaders } from './page/caller-headers.ts'
export { MAX_PRINTED_PAGES, readHtml, type Tab } from './page/tab.ts'
export type { ChallengeOptions } from './page/visit.ts'
export { findProgram } from './process/find-program.ts'
export { startBrowser } from './process/start-browser.ts'
export { versionOf } from './process/version.ts'
export { createWorkspace, type Workspace } from './process/workspace.ts'
