/** A browser that can be subscribed to notifications, for tests: jsdom has none. */
export class TestPush {
  permission: NotificationPermission = 'default'
  /** What the person answers. */
  answer: NotificationPermission = 'granted'
  prompts = 0
  subscription: PushSubscription | null = null
  #subscribed = 0

  /** Puts it in the place of the browser's. @returns puts that back */
  install(): () => void {
    const before = (['Notification', 'PushManager'] as const).map((name) => [name, Object.getOwnPropertyDescriptor(window, name)] as const)
    const pushManager = {
      getSubscription: async () => this.subscription,
      subscribe: async (options: { applicationServerKey: string }) => this.#subscribe(options.applicationServerKey),
    }
    const registration = { pushManager }
    const notification = Object.defineProperty({ requestPermission: async () => this.#ask() }, 'permission', { get: () => this.permission })
    define(window, 'Notification', notification)
    define(window, 'PushManager', class {})
    define(navigator, 'serviceWorker', { ready: Promise.resolve(registration), getRegistration: async () => registration })
    return () => {
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(window, name, descriptor)
        else Reflect.deleteProperty(window, name)
      }
      Reflect.deleteProperty(navigator, 'serviceWorker')
    }
  }

  /** The browser replaces the subscription, as after an update. */
  replace(): void {
    this.#subscribe(TEST_PUSH_KEY)
  }

  #ask(): NotificationPermission {
    this.prompts += 1
    if (this.permission === 'default') this.permission = this.answer
    return this.permission
  }

  #subscribe(key: string): PushSubscription {
    const endpoint = `https://fcm.googleapis.com/fcm/send/${++this.#subscribed}`
    const bytes = Uint8Array.from(atob(key.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0))
    this.subscription = {
      endpoint,
      options: { applicationServerKey: bytes.buffer, userVisibleOnly: true },
      toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }),
      unsubscribe: async () => {
        this.subscription = null
        return true
      },
    } as unknown as PushSubscription
    return this.subscription
  }
}

/** The server's public key. */
export const TEST_PUSH_KEY = 'BAEC_-78'

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { configurable: true, value })
}
