import { yearOf } from '@prumo/shared/mei-rules'
import type { DeliveryKind } from '@prumo/shared/mei-obligations'
import { dateInSaoPaulo } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import { useDeliveries } from '../../data/mei'
import type { ListedDelivery } from '../../data/optimistic-mei'
import { formatDate } from '../../lib/dates'
import { useToday } from '../../lib/use-today'
import { LoadFailure } from '../../ui/load-failure'
import { deliveredName, figureName } from './mei-texts'
import styles from './sheet-frame.module.css'

/** What was recorded as delivered, and what changed since. */
export function DeliveredList({ kind }: { kind: DeliveryKind }) {
  const reading = useDeliveries()
  const deliveries = reading.data?.filter((each) => each.kind === kind) ?? []
  if (reading.isFailed) return <LoadFailure what="o que já foi feito" onRetry={reading.retry} />
  if (deliveries.length === 0) return null
  const name = kind === 'dasn' ? 'Já entregues' : 'Já feitos'
  const hasChanged = deliveries.some(({ changedSince }) => changedSince !== null)
  return (
    <section className={styles.made} aria-label={name}>
      <h2>{name}</h2>
      <ul>
        {deliveries
          .toSorted((one, other) => (one.of < other.of ? 1 : -1))
          .map((delivery) => (
            <Delivered key={delivery.id} delivery={delivery} />
          ))}
      </ul>
      {kind === 'dasn' && hasChanged && (
        <p className={styles.hint}>Se um número entregue mudou, o portal aceita declaração retificadora.</p>
      )}
    </section>
  )
}

function Delivered({ delivery: { kind, of, at, figures, changedSince } }: { delivery: ListedDelivery }) {
  const year = yearOf(useToday())
  const total = changedSince?.find(({ field }) => field === 'total')
  const changed = changedSince?.filter(({ field }) => field !== 'total' && !field.endsWith('.total')) ?? []
  return (
    <li>
      <b>{deliveredName(kind, of, year)}</b>
      <small>
        {kind === 'dasn' ? 'Entregue' : 'Feito'} em {formatDate(dateInSaoPaulo(new Date(at)))}: {formatCentavos(figures.total)}.
        {changedSince && ` Depois mudou${total ? `: agora é ${formatCentavos(total.after)}` : ''}.`}
      </small>
      {changed.length > 0 && (
        <details>
          <summary>
            Ver o que mudou<span className="visually-hidden"> em {deliveredName(kind, of, year)}</span>
          </summary>
          {changed.map(({ field, before, after }) => (
            <small key={field}>
              {figureName(field)}: de {formatCentavos(before)} para {formatCentavos(after)}
            </small>
          ))}
        </details>
      )}
    </li>
  )
}
