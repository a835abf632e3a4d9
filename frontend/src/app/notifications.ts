import { appAddresses } from './app-pages'

/** Notifications in the service worker: shows the messages of the reminders, and opens the screen that one leads to. */

/** The fields that a browser with declarative web push shows by itself. */
interface ShownNotification {
  title: string
  options: { body: string; tag: string; lang: string; icon: string; badge: string; data: { address: string } }
}

const ICON = '/icons/app-192.png'
const HOME = '/dashboard'

/** A window of the app. */
export interface AppWindow {
  url: string
  focus: () => Promise<unknown>
  navigate: (url: string) => Promise<unknown>
  postMessage: (message: unknown, transfer: Transferable[]) => void
}

/** What the service worker offers for windows. */
export interface AppWindows {
  matchAll: (which: { type: 'window'; includeUncontrolled: true }) => Promise<readonly AppWindow[]>
  openWindow: (url: string) => Promise<unknown>
}

/** An open window opens the screen within this time, or is loaded again with it. */
const ANSWER_MS = 1000

/**
 * The notification of a pushed message. A message that cannot be read has one too: a browser withdraws the permission of an
 * application that shows nothing.
 * @param origin of the app; an address of another one is not opened
 */
export function notificationOf(message: string | undefined, origin: string): ShownNotification {
  const { title, body, navigate, tag, lang } = parseMessage(message)
  const address = navigate.startsWith(`${origin}/`) ? navigate.slice(origin.length) : HOME
  return {
    title: title || 'Prumo',
    options: {
      body: title ? body : 'Abra para ver o que vence.',
      tag: tag || 'prumo',
      lang: lang || 'pt-BR',
      icon: ICON,
      badge: ICON,
      data: { address: appAddresses.test(address) ? address : HOME },
    },
  }
}

/** The address that a notification leads to. */
export function addressOf(data: unknown): string {
  const address = (data as { address?: unknown } | null)?.address
  return typeof address === 'string' ? address : HOME
}

/**
 * Opens a screen: in the window of the app that is open, which keeps what was typed, else in a new one. A browser may refuse the focus
 * to a worker; the screen opens all the same.
 */
export async function openScreen(windows: AppWindows, address: string): Promise<void> {
  const all = await windows.matchAll({ type: 'window', includeUncontrolled: true })
  const open = all.find(({ url }) => appAddresses.test(new URL(url).pathname))
  if (!open) return void (await windows.openWindow(address))
  await open.focus().catch(() => undefined)
  if (!(await isOpenedBy(open, address))) await open.navigate(address)
}

/** Asks a window to open a screen. @returns whether it did */
function isOpenedBy(open: AppWindow, address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const finish = (isOpened: boolean): void => {
      port1.close()
      resolve(isOpened)
    }
    port1.addEventListener('message', () => finish(true))
    port1.start()
    setTimeout(() => finish(false), ANSWER_MS)
    open.postMessage({ open: address }, [port2])
  })
}

type MessageFields = Record<'title' | 'body' | 'navigate' | 'tag' | 'lang', string>

function parseMessage(message: string | undefined): MessageFields {
  const { notification } = parseJson(message) as { notification?: Partial<Record<keyof MessageFields, unknown>> }
  const text = (name: keyof MessageFields): string => (typeof notification?.[name] === 'string' ? notification[name] : '')
  return { title: text('title'), body: text('body'), navigate: text('navigate'), tag: text('tag'), lang: text('lang') }
}

function parseJson(text: string | undefined): object {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
