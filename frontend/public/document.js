// All the script that a page without a form has, besides first-paint.js. Nothing on it waits for this: links, `details` and
// styles do the rest. A file of its own, so that it shares no code with pages that need React.
;(function () {
  // Another tab chose the other scheme.
  addEventListener('storage', function (event) {
    if (event.key !== 'prumo-device:color-scheme') return
    var root = document.documentElement
    root.setAttribute('data-mantine-color-scheme', event.newValue === 'dark' ? 'dark' : 'light')
    document.querySelector('meta[name="theme-color"]').setAttribute('content', getComputedStyle(root).getPropertyValue('--bg-page').trim())
  })

  // Open tabs share a session that is not remembered. The app and the other pages do so by lib/shared-session.ts.
  function readSession() {
    try {
      var signedInAt = sessionStorage.getItem('prumo:signed-in-at')
      if (!(Date.now() - Date.parse(signedInAt) < 12 * 3600000)) return null
      var token = sessionStorage.getItem('prumo:token')
      var user = JSON.parse(sessionStorage.getItem('prumo:user'))
      return token && user ? { token: token, user: user, signedInAt: signedInAt } : null
    } catch {
      // No storage, no session.
      return null
    }
  }
  function shareSession(account) {
    var channel = new BroadcastChannel('prumo:session')
    var usedAt = 0
    var release
    var held = new Promise(function (resolve) {
      release = resolve
    })
    var hold = function () {
      return held
    }
    if (navigator.locks) navigator.locks.request('prumo:session:' + account, { mode: 'shared' }, hold).catch(function () {})
    addEventListener('blur', function () {
      usedAt = Date.now()
    })
    channel.addEventListener('message', function (event) {
      var message = event.data
      var session = readSession()
      if (session && message.type === 'ask') {
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
        channel.postMessage({ type: 'answer', session: session, usedAt: document.hasFocus() ? Date.now() : usedAt })
      }
      if (session && message.type === 'end' && message.token === session.token) {
        Object.keys(sessionStorage).forEach(function (key) {
          var isEnded = /^prumo:(?:token|user|signed-in-at)$/.test(key) || message.end === 'signed-out'
          if (isEnded && key.startsWith('prumo:')) sessionStorage.removeItem(key)
        })
        sessionStorage.setItem('prumo-device:ended-at', new Date().toISOString())
        document.documentElement.removeAttribute('data-signed-in')
        release()
      }
    })
  }
  var session = readSession()
  if (session) shareSession(session.user.id)

  var tour = document.querySelector('[data-tour]')
  if (!tour) return
  // Whoever ends or skips the tour has seen it, on this device and for whoever signs in.
  tour.addEventListener('click', function (event) {
    if (!(event.target instanceof Element) || !event.target.closest('[data-ends-tour]')) return
    try {
      localStorage.setItem('prumo:onboarding-done', new Date().toISOString())
    } catch {
      // A full or closed storage only means that the tour is offered again.
    }
  })
  document.addEventListener('keydown', function (event) {
    var way = { ArrowRight: 'next', ArrowLeft: 'back' }[event.key]
    if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    var step = tour.querySelector(':target') || tour.querySelector('section')
    var link = step && step.querySelector('[data-way="' + way + '"]')
    if (link) link.click()
  })
})()
