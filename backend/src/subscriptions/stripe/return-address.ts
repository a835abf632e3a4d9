import type { Settings } from '../../platform/config/settings.js'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Whether Stripe may redirect a browser there: an address of this product or, outside production, a loopback address
 * with the same port.
 */
export function isOwnAddress(address: string, { publicUrl, production }: Pick<Settings, 'publicUrl' | 'production'>): boolean {
  // Parsers disagree about these characters: this one drops or repairs what another may interpret.
  if (!URL.canParse(address) || /[\s\\\u0000-\u001f]/.test(address)) return false
  const [given, own] = [new URL(address), new URL(publicUrl)]
  if (given.username !== '' || given.password !== '') return false
  if (given.origin === own.origin) return true
  return !production && given.protocol === 'http:' && given.port === own.port && LOOPBACK.test(given.hostname)
}
