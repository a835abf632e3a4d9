// What has to be known before the first paint. A file of its own, because the page allows no inline script.
;(function () {
  var root = document.documentElement
  var dark = false
  var signedIn = false
  try {
    dark = localStorage.getItem('prumo-device:color-scheme') === 'dark'
    signedIn = (sessionStorage.getItem('prumo:token') || localStorage.getItem('prumo:token')) !== null
  } catch {
    // No storage, no choice and no session: light, and a door.
  }
  var screen = /^\/(?:dashboard(?:\/(\w*))?)?$/.exec(location.pathname)
  // Without the app's code nobody else can say so.
  addEventListener(
    'error',
    function (event) {
      if (!(event.target instanceof HTMLScriptElement)) return
      root.removeAttribute('data-start')
      document.getElementById('unopened').hidden = false
    },
    true,
  )
  if (signedIn && screen) root.setAttribute('data-start', screen[1] ? 'list' : 'overview')
  if (!dark) return
  root.setAttribute('data-mantine-color-scheme', 'dark')
  document.querySelector('meta[name="theme-color"]').setAttribute('content', '#100F0C')
})()
