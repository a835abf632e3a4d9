import type { Settings } from '../../platform/config/settings.js'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Whether Stripe may lead a browser back there: an address of this product's, and outside production one of this machine
 * on the same port, under any of its names.
 */
export function isOwnAddress(address: string, { publicUrl, production }: Pick<Settings, 'publicUrl' | 'production'>): boolean {
  // What a parser passes over, or puts right, another may read in its own way.
  if (!URL.canParse(address) || /[\s\\\u0000-\u001f]/.test(address)) return false
  const [given, own] = [new URL(address), new URL(publicUrl)]
  if (given.username !== '' || given.password !== '') return false
  if (given.origin === own.origin) return true
  return !production && given.protocol === 'http:' && given.port === own.port && LOOPBACK.test(given.hostname)
}
