import { MessageChannel as NodeMessageChannel } from 'node:worker_threads'
import { addressOf, notificationOf, openScreen, type AppWindow } from './notifications'

const ORIGIN = 'https://prumo.app'
const message = (notification: object) => JSON.stringify({ web_push: 8030, notification })

describe('a pushed message', () => {
  it('is shown as a browser with declarative push shows it', () => {
    const fields = { title: '3 contas vencem hoje', body: '1 conta atrasada.', tag: 'prumo-2026-11-30', lang: 'pt-BR' }
    const { title, options } = notificationOf(message({ ...fields, navigate: `${ORIGIN}/dashboard/transactions?status=confirmar` }), ORIGIN)
    expect({ title, ...options }).toEqual({
      ...fields,
      icon: '/icons/app-192.png',
      badge: '/icons/app-192.png',
      data: { address: '/dashboard/transactions?status=confirmar' },
    })
  })

  it.each(['', 'no json', 'null', '[]', '{}', message({ title: 7 })])('that cannot be read is shown all the same: %s', (text) => {
    expect(notificationOf(text, ORIGIN)).toMatchObject({
      title: 'Prumo',
      options: { body: 'Abra para ver o que vence.', tag: 'prumo', data: { address: '/dashboard' } },
    })
  })

  it.each(['https://evil.example/dashboard', `${ORIGIN}.evil.example/dashboard`, 'javascript:alert(1)', `${ORIGIN}/api/auth/logout`])(
    'leads to no address outside the app: %s',
    (navigate) => {
      expect(addressOf(notificationOf(message({ title: 'a', navigate }), ORIGIN).options.data)).toBe('/dashboard')
    },
  )
})

describe('a click', () => {
  const channel = globalThis.MessageChannel
  beforeAll(() => void (globalThis.MessageChannel = NodeMessageChannel as never))
  afterAll(() => void (globalThis.MessageChannel = channel))

  /** A window of the browser that answers, or does not. */
  function aWindow(path: string, isAnswering = true) {
    const done: string[] = []
    const one: AppWindow = {
      url: `${ORIGIN}${path}`,
      focus: async () => void done.push('focus'),
      navigate: async (url) => void done.push(`navigate ${url}`),
      postMessage: (sent, [port]) => {
        done.push(JSON.stringify(sent))
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has none
        if (isAnswering) (port as MessagePort).postMessage('opened')
      },
    }
    return { one, done }
  }
  const windows = (...all: AppWindow[]) => {
    const opened: string[] = []
    return { opened, matchAll: async () => all, openWindow: async (url: string) => void opened.push(url) }
  }

  it('opens the screen in the window of the app that is open', async () => {
    const [page, app] = [aWindow('/terms'), aWindow('/dashboard/goals')]
    const browser = windows(page.one, app.one)
    await openScreen(browser, '/dashboard/mei')
    expect([page.done, app.done, browser.opened]).toEqual([[], ['focus', '{"open":"/dashboard/mei"}'], []])
  })

  it('loads the window again where its page does not answer, also without the focus', async () => {
    const { one, done } = aWindow('/dashboard', false)
    await openScreen(windows({ ...one, focus: () => Promise.reject(new Error('InvalidAccessError')) }), '/dashboard/mei')
    expect(done).toEqual(['{"open":"/dashboard/mei"}', 'navigate /dashboard/mei'])
  })

  it('opens a window without one', async () => {
    const browser = windows(aWindow('/login').one)
    await openScreen(browser, '/dashboard/mei')
    expect(browser.opened).toEqual(['/dashboard/mei'])
  })
})
