// Light or dark, decided before the first paint. A file of its own, because the page allows no inline script.
;(function () {
  var dark = false
  try {
    dark = localStorage.getItem('prumo-device:color-scheme') === 'dark'
  } catch {
    // No storage, no choice: light.
  }
  if (!dark) return
  document.documentElement.setAttribute('data-mantine-color-scheme', 'dark')
  document.querySelector('meta[name="theme-color"]').setAttribute('content', '#100F0C')
})()
