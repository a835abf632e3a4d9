import { normaliseEmail } from '@prumo/shared/email'
import { exitCodes, operatorCommand, type RegisterCommand } from './operator.js'

const FIND = {
  text: `select u.id as account, h.seq as events, encode(h.hash, 'hex') as head
    from users u join account_heads h on h.account_id = u.id where u.email = $1`,
}

const findCommand = operatorCommand({
  name: 'find <e-mail>',
  description: 'The account of an e-mail address',
  accountOf: async ({ database }, email) => (await database.rows<{ account: string }>(FIND, [normaliseEmail(email)]))[0]?.account ?? null,
  async run({ database, print }, _, email = '') {
    const [found] = await database.rows<{ account: string; events: number; head: string }>(FIND, [normaliseEmail(email)])
    if (!found) process.exitCode = exitCodes.wrong
    print(found ?? null, () =>
      found ? `${found.account}  ${found.events} events  head ${found.events}:${found.head}` : 'No account has this e-mail.',
    )
  },
})

/** `ops account find`: the account of an e-mail. */
export const accountCommand: RegisterCommand = (program, open) => findCommand(program.command('account').description('Accounts'), open)
