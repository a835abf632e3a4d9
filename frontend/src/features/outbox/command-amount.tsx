import { formatCentavos } from '@prumo/shared/money'
import type { Command } from '../../data/command'
import { wordsOf } from '../../data/registry'
import { Money } from '../../ui/money'

/** The money that a command is about: with sign and colour where it comes in or goes out, else as it is. */
export function CommandAmount({ command }: { command: Command }) {
  const { centavos } = wordsOf(command)
  if (centavos === null) return null
  if (command.entity === 'transaction') return <Money centavos={Math.abs(centavos)} type={centavos < 0 ? 'expense' : 'income'} />
  return <span className="money">{formatCentavos(centavos)}</span>
}
