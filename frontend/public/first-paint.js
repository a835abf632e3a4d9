// What has to be known before the first paint. A file of its own, because the page allows no inline script.
;(function () {
  var root = document.documentElement
  var dark = false
  var signedIn = false
  var resumes = false
  try {
    dark = localStorage.getItem('prumo-device:color-scheme') === 'dark'
    signedIn = (sessionStorage.getItem('prumo:token') || localStorage.getItem('prumo:token')) !== null
    resumes = sessionStorage.getItem('prumo:analysis-draft') !== null
  } catch {
    // No storage, no choice and no session: light, and a door.
  }
  var screen = /^\/dashboard(?:\/(\w*))?$/.exec(location.pathname)
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
  if (signedIn && /^\/(?:login|register)$/.test(location.pathname)) location.replace('/dashboard')
  if (signedIn) root.setAttribute('data-signed-in', '')
  if (resumes) root.setAttribute('data-resumes', '')
  if (signedIn && screen) root.setAttribute('data-start', screen[1] ? 'list' : 'overview')
  if (!dark) return
  root.setAttribute('data-mantine-color-scheme', 'dark')
  document.querySelector('meta[name="theme-color"]').setAttribute('content', '#100F0C')
})()

// Asks for what a screen is going to show while its code is still on its way; lib/first-reads.ts hands the answers on.
// A hint and no more: what is not asked here the screen asks itself. journeys/shell.spec.ts holds the two together.
;(function () {
  var token = null
  try {
    token = sessionStorage.getItem('prumo:token') || localStorage.getItem('prumo:token')
  } catch {
    // No storage, no session.
  }
  var screen = /^\/dashboard(?:\/(\w*))?\/?$/.exec(location.pathname)
  // Another month or a filter shows something else; a form lies over the same.
  if (!token || !screen || !/^(?:\?(?:nova|editar|aba|adicionar|retirar|progresso)=[^&]*)?$/.test(location.search)) return

  var today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date())
  var monthEnd = today.slice(0, 8) + new Date(Date.UTC(+today.slice(0, 4), +today.slice(5, 7), 0)).getUTCDate()
  // What stands around every screen.
  var around = ['/transactions?status=pending&to=' + today + '&limit=500', '/goals']
  var screens = {
    '': ['/transactions?status=settled&to=' + monthEnd + '&limit=1', '/transactions/summary/months?count=6', '/transactions?to=' + today + '&limit=15', '/tasks'],
    transactions: ['/transactions?limit=100', '/transactions/summary'],
    goals: [],
    emergency: ['/emergency-fund', '/emergency-fund/analysis', '/emergency-fund/calculate-expenses', '/emergency-fund/movements?limit=20'],
    tasks: ['/tasks'],
    review: [],
    settings: [],
  }
  var own = screens[screen[1] || '']
  if (!own) return

  var answers = {}
  own.concat(around).forEach(function (path) {
    answers[path] = fetch('/api' + path, { headers: { Authorization: 'Bearer ' + token }, signal: AbortSignal.timeout(20000) })
    // Whoever takes it hears of it; nobody may.
    answers[path].catch(function () {})
  })
  window.prumoFirstReads = { token: token, at: Date.now(), answers: answers }
})()
