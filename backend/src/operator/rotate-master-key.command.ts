import { rewrapKeys } from '../event-store/keys/rewrap-keys.js'
import { rewrapServerKeys } from '../platform/crypto/server-keys.js'
import { exitCodes, operatorCommand, progress } from './operator.js'

/** `ops rotate-master-key`: wraps every account's key, and the server's own, with the present master key. */
export const rotateMasterKeyCommand = operatorCommand({
  name: 'rotate-master-key',
  description:
    'Wraps every account key, and those of the server, by MASTER_KEY that one of MASTER_KEY_PREVIOUS wrapped; 1 when some do not open. May be run again at any time',
  async run({ database, reading, print }) {
    const accounts = await rewrapKeys(database, reading.keys, (done) => progress(`${done.rewrapped} of ${done.of} keys`))
    progress('')
    const server = await rewrapServerKeys(database, reading.keys)
    const rewrapped = accounts.rewrapped + server.rewrapped
    const unopened = [...accounts.unopened, ...server.unopened]
    print({ rewrapped, unopened }, () => text(rewrapped, unopened))
    process.exitCode = unopened.length === 0 ? exitCodes.ok : exitCodes.wrong
  },
})

function text(rewrapped: number, unopened: readonly string[]): string {
  if (unopened.length === 0)
    return `${rewrapped} keys wrapped anew. All are wrapped by MASTER_KEY: MASTER_KEY_PREVIOUS is no longer needed.`
  const listed = unopened.map((accountId) => `  ${accountId}`).join('\n')
  return `${rewrapped} keys wrapped anew. ${unopened.length} do not open with any key that is given, and were left as they are:\n${listed}`
}
