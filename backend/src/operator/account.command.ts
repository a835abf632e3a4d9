import { normaliseEmail } from '@prumo/shared/email'
import { exitCodes, print, type RegisterCommand } from './operator.js'

/** `ops account find`: whose log an e-mail address leads to. */
export const accountCommand: RegisterCommand = (program, open) => {
  program
    .command('account')
    .description('Accounts')
    .command('find <e-mail>')
    .description('The account of an e-mail address')
    .option('--json', 'one JSON object', false)
    .action(async (email: string, { json }: { json: boolean }) => {
      const { database } = await open()
      const [found] = await database.rows<{ account: string; events: number; head: string }>(FIND, [normaliseEmail(email)])
      if (found) print(json, found, () => `${found.account}  ${found.events} events  head ${found.events}:${found.head}`)
      else {
        print(json, null, () => 'No account has this e-mail.')
        process.exitCode = exitCodes.wrong
      }
    })
}

const FIND = {
  text: `select u.id as account, h.seq as events, encode(h.hash, 'hex') as head
    from users u join account_heads h on h.account_id = u.id where u.email = $1`,
}
