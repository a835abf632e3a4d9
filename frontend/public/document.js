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
