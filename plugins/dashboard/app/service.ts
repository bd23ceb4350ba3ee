/** The path prefix that a proxy adds to the whole service, such as `/weir`; usually empty. */
export const BEFORE = document.documentElement.dataset.before ?? ''

/** The URL of the service, as this browser reaches it. */
export const serviceAddress = `${location.origin}${BEFORE}`
