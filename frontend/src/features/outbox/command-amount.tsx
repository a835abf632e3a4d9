import { formatCentavos } from '@prumo/shared/money'
import type { Command } from '../../data/sync/command'
import { wordsOf } from '../../data/sync/entity-registry'
import { Flow, Money } from '../../ui/money'

/** The money that a command is about: with sign and colour where it comes in or goes out, of the account or of the fund, else as it is. */
export function CommandAmount({ command }: { command: Command }) {
  const { centavos } = wordsOf(command)
  if (centavos === null) return null
  const flow = { centavos: Math.abs(centavos), type: centavos < 0 ? 'expense' : 'income' } as const
  if (command.entity === 'transaction') return <Money {...flow} />
  if (command.entity === 'emergency-fund') return <Flow {...flow} />
  return <span className="money">{formatCentavos(centavos)}</span>
}
