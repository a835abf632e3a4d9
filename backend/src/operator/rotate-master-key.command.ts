import { rewrapKeys } from '../event-store/keys/rewrap-keys.js'
import { exitCodes, print, progress, type RegisterCommand } from './operator.js'

/** `ops rotate-master-key`: every account's key wrapped by the present master key. */
export const rotateMasterKeyCommand: RegisterCommand = (program, open) => {
  program
    .command('rotate-master-key')
    .description('Wraps every account key by MASTER_KEY that one of MASTER_KEY_PREVIOUS wrapped; 1 when some do not open. May be run again at any time')
    .option('--json', 'one JSON object', false)
    .action(async ({ json }: { json: boolean }) => {
      const { database, reading } = await open()
      const { rewrapped, unopened } = await rewrapKeys(database, reading.keys, (told) => progress(`${told.rewrapped} of ${told.of} keys`))
      progress('')
      print(json, { rewrapped, unopened }, () => text(rewrapped, unopened))
      process.exitCode = unopened.length === 0 ? exitCodes.ok : exitCodes.wrong
    })
}

function text(rewrapped: number, unopened: readonly string[]): string {
  if (unopened.length === 0) return `${rewrapped} keys wrapped anew. All are wrapped by MASTER_KEY: MASTER_KEY_PREVIOUS is no longer needed.`
  const listed = unopened.map((accountId) => `  ${accountId}`).join('\n')
  return `${rewrapped} keys wrapped anew. ${unopened.length} do not open with any key that is given, and were left as they are:\n${listed}`
}
