// What has to be known before the first paint. A file of its own, because the page allows no inline script.
;(function () {
  var root = document.documentElement
  var dark = false
  var token = null
  var isKnown = false
  var resumes = false
  try {
    dark = localStorage.getItem('prumo-device:color-scheme') === 'dark'
    var area = sessionStorage.getItem('prumo:token') ? sessionStorage : localStorage
    token = area.getItem('prumo:token') || null
    isKnown = area.getItem('prumo:user') !== null
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
  if (token && screen) askFirst(screen[1] || '')

  // Asks for what a screen is going to show while its code is still on its way; lib/first-reads.ts hands the answers on.
  // A hint and no more: what is not asked here the app asks itself. journeys/shell.spec.ts holds the two together.
  function askFirst(name) {
    var today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date())
    function dayAt(month, day) {
      return new Date(Date.UTC(+today.slice(0, 4), month, day)).toISOString().slice(0, 10)
    }
    var month = +today.slice(5, 7)
    var day = +today.slice(8)
    var monthEnd = dayAt(month, 0)
    // Today's day of a month before, which may be shorter.
    function sameDay(back) {
      return dayAt(month - 1 - back, Math.min(day, +dayAt(month - back, 0).slice(8)))
    }
    function dayAfter(date) {
      return new Date(Date.parse(date) + 864e5).toISOString().slice(0, 10)
    }
    function spent(from, to) {
      return '/transactions/summary?type=expense&from=' + from + '&to=' + to
    }
    // What stands around every screen.
    var around = ['/transactions?status=pending&to=' + today + '&limit=500', '/goals']
    var screens = {
      '': ['/transactions/summary/months?count=6', '/transactions?status=settled&to=' + monthEnd + '&limit=1', '/transactions?to=' + today + '&limit=15', '/tasks', '/transactions/summary?from=' + sameDay(1).slice(0, 8) + '01&to=' + sameDay(1), '/transactions?status=pending&from=' + dayAfter(today) + '&limit=500'],
      transactions: ['/transactions?limit=100', '/transactions/summary'],
      goals: [],
      emergency: ['/emergency-fund', '/emergency-fund/analysis', '/emergency-fund/calculate-expenses', '/emergency-fund/movements?limit=20', spent(sameDay(3), sameDay(2)), spent(dayAfter(sameDay(2)), sameDay(1)), spent(dayAfter(sameDay(1)), today)],
      tasks: ['/tasks'],
      review: [],
      settings: [],
    }
    // A token of which nobody here knows whose it is: no screen comes before that answer.
    var paths = isKnown ? [] : ['/auth/verify']
    // Another month or a filter shows something else; a form lies over the same.
    if (screens[name] && /^(?:\?(?:nova|editar|aba|adicionar|retirar|progresso)=[^&]*)?$/.test(location.search)) paths = paths.concat(screens[name], around)

    var answers = {}
    paths.forEach(function (path) {
      answers[path] = fetch('/api' + path, { headers: { Authorization: 'Bearer ' + token }, signal: AbortSignal.timeout(20000) })
      // Whoever takes it hears of it; nobody may.
      answers[path].catch(function () {})
    })
    window.prumoFirstReads = { token: token, at: Date.now(), answers: answers }
  }
})()
