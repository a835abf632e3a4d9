import { TableInUse } from '../event-store/projection/cut-over.js'
import { InvalidSettings } from '../platform/config/invalid-settings.js'
import { exitCodeOf, exitCodes, Misused } from './operator.js'

it.each([
  ['a call that was wrong', new Misused('No account has the id x.'), exitCodes.misused],
  ['settings that are wrong', new InvalidSettings(['PORT: x']), exitCodes.misused],
  ['a table that somebody uses', new TableInUse(['transaction_list'], 300), exitCodes.wrong],
  ['anything else', new Error('x'), exitCodes.wrong],
])('tells a script of %s', (_, failure, code) => {
  expect(exitCodeOf(failure)).toBe(code)
})
