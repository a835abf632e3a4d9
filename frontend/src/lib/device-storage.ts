/**
 * What the product keeps in the browser. Keys under `prumo:` belong to the person who is signed in and go
 * when they sign out; keys under `prumo-device:` are choices about this device and stay.
 */

export const storageKeys = {
  token: 'prumo:token',
  user: 'prumo:user',
  signedInAt: 'prumo:signed-in-at',
  registeredAt: 'prumo:registered-at',
  onboardingDone: 'prumo:onboarding-done',
  readNotices: 'prumo:read-notices',
  /** What one page leaves for the next. */
  arrival: 'prumo:arrival',
  /** What was typed when a session ended by itself. */
  typed: 'prumo:typed',
  /** That the remembered session ended by itself: other tabs see it go and cannot tell why. */
  expired: 'prumo:expired',
  /** The free analysis while it is being answered, and once it is done. */
  analysisDraft: 'prumo:analysis-draft',
  analysis: 'prumo:analysis',
  /** What was typed of a registration in this tab, but for the passwords. */
  registration: 'prumo:registration',
  /** The plan that was chosen. */
  plan: 'prumo:plan',
  /** The copy that this device sent, until its person has seen what became of it. */
  restore: 'prumo:restore',
  colorScheme: 'prumo-device:color-scheme',
  singleKeys: 'prumo-device:single-keys',
  notices: 'prumo-device:notices',
  installOffer: 'prumo-device:install-offer',
  visited: 'prumo-device:visited',
  /** That a passkey is offered in this tab, and that this device heard an answer. */
  passkeyOffer: 'prumo:passkey-offer',
  passkeyAnswered: 'prumo-device:passkey-answered',
  persistence: 'prumo-device:persistence',
  /** Which columns of a table from a bank are which, by the table's header. */
  columns: 'prumo-device:statement-columns',
} as const

const PRODUCT_PREFIX = 'prumo:'

/** The name of the database with what is kept of an account: its line of commands, and what it last read. */
export function accountDatabaseName(account: string): string {
  return `${PRODUCT_PREFIX}${account}`
}

/** Where it is noted that what is kept of an account is no longer to be sent; it outlives the session, as that would. */
export function discardedKey(account: string): string {
  return `prumo-device:void:${account}`
}

type StorageArea = 'local' | 'session'

/** The browser refuses storage outright in some private modes; then nothing is remembered, and nothing breaks. */
function storage(area: StorageArea): Storage | null {
  try {
    return area === 'local' ? window.localStorage : window.sessionStorage
  } catch {
    return null
  }
}

export function read(area: StorageArea, key: string): string | null {
  try {
    return storage(area)?.getItem(key) ?? null
  } catch {
    return null
  }
}

export function write(area: StorageArea, key: string, value: string): void {
  try {
    storage(area)?.setItem(key, value)
  } catch {
    // A full or closed storage only means that this is not remembered.
  }
}

export function remove(area: StorageArea, key: string): void {
  try {
    storage(area)?.removeItem(key)
  } catch {
    // Nothing was kept, so nothing has to go.
  }
}

/** Asks the browser, once on this device, to keep what is here when it runs short of space. Nothing depends on its answer. */
export function askToPersist(): void {
  if (read('local', storageKeys.persistence) !== null || !('storage' in navigator)) return
  write('local', storageKeys.persistence, 'asked')
  navigator.storage.persist().catch(() => undefined)
}

/** Everything of the signed-in person, except that they have already seen the tour. */
export function clearProductKeys(): void {
  for (const area of ['local', 'session'] as const) {
    const store = storage(area)
    if (!store) continue
    const keys = Array.from({ length: store.length }, (_, index) => store.key(index))
    for (const key of keys) {
      if (key?.startsWith(PRODUCT_PREFIX) && key !== storageKeys.onboardingDone) store.removeItem(key)
    }
  }
}
