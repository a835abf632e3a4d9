/**
 * The addresses in `REDIS_URL`: one Redis, or nodes of a cluster. Refusals quote no part of an address, which may contain a
 * password.
 */

const FORM =
  'use um endereço como redis://servidor:6379, ou os dos nós de um cluster, cada um com redis:// ou rediss://, separados por vírgula.'

/** Splits at commas followed by an address, because a password may contain a comma. */
export function redisAddresses(text: string): string[] {
  return text.split(/,\s*(?=rediss?:\/\/)/i).map((part) => part.trim())
}

/** Why the addresses are refused; null when they are valid. */
export function redisRefusal(addresses: readonly string[]): string | null {
  if (!addresses.every(isRedis)) return FORM
  const [first, ...others] = addresses.map((each) => new URL(each)) as [URL, ...URL[]]
  return others.length === 0 ? null : clusterRefusal(first, others)
}

function clusterRefusal(first: URL, others: readonly URL[]): string | null {
  if (others.some(({ protocol }) => protocol !== first.protocol)) return 'use redis:// em todos os nós do cluster, ou rediss:// em todos.'
  if (![first, ...others].every(isBare))
    return 'num cluster, informe de cada nó só o servidor e a porta, como redis://servidor:6379, sem número de banco nem opções.'
  const differs = ({ username, password }: URL) =>
    `${username}${password}` !== '' && (username !== first.username || password !== first.password)
  return others.some(differs) ? 'informe o usuário e a senha só no primeiro nó do cluster, ou os mesmos em todos.' : null
}

function isRedis(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, username, password } = new URL(address)
  return ['redis:', 'rediss:'].includes(protocol) && !hostname.includes(',') && isEncoded(username) && isEncoded(password)
}

/** A cluster has a single database, and the client discovers the other nodes by their host and port. */
function isBare({ hostname, pathname, search, hash }: URL): boolean {
  return hostname !== '' && ['', '/', '/0'].includes(pathname) && `${search}${hash}` === ''
}

function isEncoded(text: string): boolean {
  try {
    return typeof decodeURIComponent(text) === 'string'
  } catch {
    return false
  }
}
