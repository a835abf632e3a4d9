import { formatCentavos } from '@prumo/shared/money'
import type { Transaction } from '@prumo/shared/transactions'
import type { Command } from '../../data/sync/command'
import { wordsOf } from '../../data/sync/entity-registry'
import { Flow, Money } from '../../ui/money'

function isTransfer({ base, args }: Command): boolean {
  return ({ ...base, ...(args as object | null) } as Partial<Transaction>).type === 'transfer'
}

/** The amount of a command: with sign and colour for income, expenses and movements of the fund, plain otherwise. */
export function CommandAmount({ command }: { command: Command }) {
  const { centavos } = wordsOf(command)
  if (centavos === null) return null
  if (command.entity === 'transaction' && isTransfer(command)) return <Money centavos={centavos} type="transfer" />
  const flow = { centavos: Math.abs(centavos), type: centavos < 0 ? 'expense' : 'income' } as const
  if (command.entity === 'transaction') return <Money {...flow} />
  if (command.entity === 'emergency-fund') return <Flow {...flow} />
  return <span className="money">{formatCentavos(centavos)}</span>
}
