// Runs before anything is drawn, so that a page in the dark does not flash.
;(() => {
  try {
    const theme = localStorage.getItem('weir.theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // Storage is switched off: the system's theme it is.
  }
})()
