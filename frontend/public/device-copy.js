// Has the device keep the release, from any page outside the app: so after one visit all of them open without a connection.
;(function () {
  var worker = navigator.serviceWorker
  if (!worker || (navigator.connection && navigator.connection.saveData)) return
  var SIGNS = ['pointerdown', 'keydown', 'scroll']
  var READ_AFTER_MS = 12000

  // A release that waits takes over from page to page, unseen, unless the app is open: there its person is asked.
  function look(registration) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin
    if (registration.waiting && registration.active) registration.waiting.postMessage('take over unless the app is open')
  }

  async function keep() {
    try {
      var registration = await worker.register('/service-worker.js')
      look(registration)
      registration.addEventListener('updatefound', function () {
        registration.installing.addEventListener('statechange', look.bind(null, registration))
      })
    } catch {
      // Refused, as where nothing is stored: the page stands without.
    }
  }

  // The release is larger than any page. It comes once somebody does something here, or stays to read.
  var reading
  function begin() {
    clearTimeout(reading)
    SIGNS.forEach(function (sign) {
      removeEventListener(sign, begin)
    })
    void keep()
  }
  function wait() {
    reading = setTimeout(begin, worker.controller ? 0 : READ_AFTER_MS)
    SIGNS.forEach(function (sign) {
      addEventListener(sign, begin, { passive: true })
    })
  }
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait)
})()
