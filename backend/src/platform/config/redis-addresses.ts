/** The addresses in `REDIS_URL`: of one Redis, or of nodes of a cluster. No refusal repeats a part of them, which may be a password. */

const FORM =
  'use um endereço como redis://servidor:6379, ou os dos nós de um cluster, cada um com redis:// ou rediss://, separados por vírgula.'

/** Commas part them only where another address begins, because a password may hold one. */
export function redisAddresses(text: string): string[] {
  return text.split(/,\s*(?=rediss?:\/\/)/i).map((part) => part.trim())
}

/** Why the addresses are not accepted; null when they are. */
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

/** A cluster has one database, and its nodes tell each other's addresses. */
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
