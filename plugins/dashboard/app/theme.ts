// Runs before anything is drawn, so that a dark page does not flash white.
;(() => {
  try {
    const theme = localStorage.getItem('weir.theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  } catch {
    // Storage is disabled, so the system's theme applies.
  }
})()
