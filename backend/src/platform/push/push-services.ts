import { BlockList, isIP } from 'node:net'

/** Which addresses a push may be sent to. A subscription's address comes from a browser, so it could name any server. */

/** The push services of Chrome and its relatives, Firefox, Safari and Edge. */
export const BROWSER_SERVICES = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const

const HOST = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d{1,5}$/

/** Whether an entry names a host, all hosts below one with `*.`, or the origin of a local service. */
export function isServiceName(entry: string): boolean {
  return HOST.test(entry) || isLocalService(entry)
}

/** Whether an entry is the origin of a service on this machine, such as `http://127.0.0.1:4100`. */
export function isLocalService(entry: string): boolean {
  return LOOPBACK.test(entry)
}

/** The push services of an installation. */
export class PushServices {
  constructor(private readonly entries: readonly string[]) {}

  /** Whether a push may be sent to this address: of a listed service, over https on its usual port, or of a listed local one. */
  accepts(endpoint: string): boolean {
    if (!URL.canParse(endpoint)) return false
    const { protocol, hostname, port, username, password, origin } = new URL(endpoint)
    if (username !== '' || password !== '') return false
    if (this.isLocal(endpoint)) return true
    if (protocol !== 'https:' || port !== '' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return false
    return (
      origin !== 'null' && this.entries.some((entry) => (entry.startsWith('*.') ? hostname.endsWith(entry.slice(1)) : hostname === entry))
    )
  }

  /** Whether the address is of a listed service on this machine. */
  isLocal(endpoint: string): boolean {
    return this.entries.some((entry) => isLocalService(entry) && new URL(endpoint).origin === new URL(entry).origin)
  }
}

// One list for each version: an IPv4 address also matches the networks of IPv6 that contain its mapped form.
const reserved = { 4: new BlockList(), 6: new BlockList() }
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  reserved[4].addSubnet(network, prefix, 'ipv4')
// Everything but global unicast; of that, tunnels and translations, whose addresses contain another one, and examples.
for (const [network, prefix] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved[6].addSubnet(network, prefix, 'ipv6')

/** Whether an IP address is on the public internet: not private, local, shared, reserved or a translation of another address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !reserved[4].check(address, 'ipv4')
  return version === 6 && !reserved[6].check(address, 'ipv6')
}
