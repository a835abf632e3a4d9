import { formatCentavos } from '@prumo/shared/money'
import type { Command } from '../../data/sync/command'
import { wordsOf } from '../../data/sync/entity-registry'
import { Flow, Money } from '../../ui/money'

/** The amount of a command: with sign and colour for income, expenses and movements of the fund, plain otherwise. */
export function CommandAmount({ command }: { command: Command }) {
  const { centavos } = wordsOf(command)
  if (centavos === null) return null
  const flow = { centavos: Math.abs(centavos), type: centavos < 0 ? 'expense' : 'income' } as const
  if (command.entity === 'transaction') return <Money {...flow} />
  if (command.entity === 'emergency-fund') return <Flow {...flow} />
  return <span className="money">{formatCentavos(centavos)}</span>
}
