// What has to be known before the first paint, and before any other script. A file of its own, because the page allows no inline script.
;(function () {
  // The browser asks this before a text becomes code, and refuses what it does not give back: markup from a text is never
  // wanted, texts without any are the component library's styles, and the scripts that a page asks for itself are these two
  // and those that read statements of banks, write spreadsheets and pack a month.
  if (window.trustedTypes) {
    trustedTypes.createPolicy('default', {
      createHTML: function (text) {
        return text.includes('<') ? null : text
      },
      createScriptURL: function (address) {
        var asked = new URL(address, location.origin)
        var known = /^\/(?:device-copy|service-worker|assets\/(?:package|statement|xlsx)-worker-[\w-]+)\.js$/.test(asked.pathname)
        return known && asked.origin === location.origin ? address : null
      },
    })
  }
  var root = document.documentElement
  var dark = false
  var token = null
  var resumes = false
  try {
    var scheme = localStorage.getItem('prumo-device:color-scheme')
    dark = scheme === 'dark' || (scheme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
    token = sessionStorage.getItem('prumo:token') || localStorage.getItem('prumo:token')
    resumes = sessionStorage.getItem('prumo:analysis-draft') !== null
  } catch {
    // No storage, no choice and no session: light, and a door.
  }
  var screen = /^\/dashboard(?:\/(\w*))?\/?$/.exec(location.pathname)
  // Without the app's code nobody else can say so.
  addEventListener(
    'error',
    function (event) {
      if (!(event.target instanceof HTMLScriptElement)) return
      root.removeAttribute('data-start')
      var notice = document.getElementById('unopened')
      if (notice) notice.hidden = false
    },
    true,
  )
  // The browser offers to install once a page, before there is anything to take it: lib/install.ts does, at a moment of ours.
  addEventListener('beforeinstallprompt', function (event) {
    event.preventDefault()
    window.prumoInstallOffer = event
  })
  // Who is in is past these doors already.
  if (token && /^\/(?:login|register)$/.test(location.pathname)) location.replace('/dashboard')
  if (token) root.setAttribute('data-signed-in', '')
  if (resumes) root.setAttribute('data-resumes', '')
  if (token && screen) root.setAttribute('data-start', screen[1] ? 'list' : 'overview')
  if (dark) {
    root.setAttribute('data-mantine-color-scheme', 'dark')
    document.querySelector('meta[name="theme-color"]').setAttribute('content', '#100F0C')
  }
})()
