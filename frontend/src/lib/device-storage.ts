/**
 * The keys of the browser's storage. Those under `prumo:` belong to the signed-in person and are deleted on sign-out; those under
 * `prumo-device:` are choices about this device and stay.
 */

export const storageKeys = {
  token: 'prumo:token',
  user: 'prumo:user',
  signedInAt: 'prumo:signed-in-at',
  registeredAt: 'prumo:registered-at',
  onboardingDone: 'prumo:onboarding-done',
  readNotices: 'prumo:read-notices',
  /** The wallet of the transaction recorded last. */
  lastWallet: 'prumo:last-wallet',
  /** What one page leaves for the next. */
  arrival: 'prumo:arrival',
  /** Set while the remembered session has expired: other tabs see the token go, but not why. */
  expired: 'prumo:expired',
  /** When this tab's last session ended: it takes over no session of another tab from before. Outlives the session. */
  endedAt: 'prumo-device:ended-at',
  /** The free analysis, while it is being answered and afterwards. */
  analysisDraft: 'prumo:analysis-draft',
  analysis: 'prumo:analysis',
  /** Input of a registration in this tab, without the passwords. */
  registration: 'prumo:registration',
  /** The chosen plan. */
  plan: 'prumo:plan',
  /** The wallets of statements that name no account, by bank. */
  statementWallets: 'prumo:statement-wallets',
  /** As which device of an account this browser receives notifications. */
  reminderDevice: 'prumo:reminder-device',
  /** The copy that this device sent, until its person has seen the result. */
  restore: 'prumo:restore',
  colorScheme: 'prumo-device:color-scheme',
  singleKeys: 'prumo-device:single-keys',
  notices: 'prumo-device:notices',
  installOffer: 'prumo-device:install-offer',
  visited: 'prumo-device:visited',
  /** Whether a passkey is offered in this tab, and whether the offer was answered on this device. */
  passkeyOffer: 'prumo:passkey-offer',
  passkeyAnswered: 'prumo-device:passkey-answered',
  /** Which first steps an account has done or dismissed, by account. */
  firstSteps: 'prumo-device:first-steps',
  /** Until when the strip about the e-mail stays away. */
  emailStrip: 'prumo-device:email-strip',
  persistence: 'prumo-device:persistence',
  /** What corrects a wrong clock of this device, in milliseconds. */
  clock: 'prumo-device:clock',
  /** The column mapping of bank tables, by the table's header. */
  columns: 'prumo-device:statement-columns',
} as const

const PRODUCT_PREFIX = 'prumo:'

/** The name of the database with an account's data: its queued commands, its cached answers and the drafts of its forms. */
export function accountDatabaseName(account: string): string {
  return `${PRODUCT_PREFIX}${account}`
}

/** Marks that an account's stored data must no longer be sent. It outlives the session, as that data would. */
export function discardedKey(account: string): string {
  return `prumo-device:void:${account}`
}

type StorageArea = 'local' | 'session'

/** Null if the browser refuses storage, as in some private modes; then nothing is stored, without an error. */
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
    // Storage is refused, so there is nothing to remove.
  }
}

/** Asks the browser, once per device, not to evict this storage when space is short. Its answer is ignored. */
export function askToPersist(): void {
  if (read('local', storageKeys.persistence) !== null || !('storage' in navigator)) return
  write('local', storageKeys.persistence, 'asked')
  navigator.storage.persist().catch(() => undefined)
}

/** Deletes all keys of the signed-in person, except that the tour was seen. */
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
