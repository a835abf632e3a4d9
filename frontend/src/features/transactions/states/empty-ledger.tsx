import { IconPlus } from '@tabler/icons-react'
import { RuledPaper } from '../../../ui/brand/ruled-paper'
import { Button, ButtonLink } from '../../../ui/button/button'
import { EmptyState } from '../../../ui/page/empty-state'
import { sheetAddress } from '../sheet/sheet-address'

/** Nothing to list: because nothing is there yet, or because the filters leave nothing. */
export function EmptyLedger({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  return (
    <EmptyState
      drawing={<RuledPaper />}
      title="Nenhuma transação encontrada"
      reason={filtered ? 'Tente outro mês ou limpe os filtros.' : 'Comece pela última venda ou pela última conta paga.'}
      action={
        filtered ? (
          <Button variant="line" onClick={onClear}>
            Limpar filtros
          </Button>
        ) : (
          // The brass one is always in the bar.
          <ButtonLink to={sheetAddress()} icon={<IconPlus size={20} stroke={1.75} aria-hidden />}>
            Nova Transação
          </ButtonLink>
        )
      }
    />
  )
}
