/** The path that a proxy puts before all of the service, such as `/weir`; mostly empty. */
export const BEFORE = document.documentElement.dataset.before ?? ''

/** The address of the service, as this browser reaches it. */
export const serviceAddress = `${location.origin}${BEFORE}`
