import type { CalendarMonth } from '@prumo/shared/calendar'
import { monthTitle } from '@prumo/shared/closing-rules'
import { useClosableMonth } from '../../data/closed-months'
import { closingAddress } from '../../data/screens'
import { formatMoment } from '../../lib/moments'
import { useIsGuest, useOwnerName } from '../../lib/session'
import { useToday } from '../../lib/use-today'
import { ButtonLink } from '../../ui/button'
import { ClosedBand } from '../../ui/closed-band'

/** Says that the month of the list is closed, since when, and leads its owner to reopening it. */
export default function ClosedBandOf({ month }: { month: CalendarMonth }) {
  const name = useOwnerName()
  const isGuest = useIsGuest()
  const now = useToday()
  const closedAt = useClosableMonth(month).data?.closedAt ?? null
  const when = closedAt === null ? '' : `, ${formatMoment(Date.parse(closedAt), now)}`
  return (
    <ClosedBand
      title={`${monthTitle(month)}${month.slice(0, 4) === now.slice(0, 4) ? '' : ` de ${month.slice(0, 4)}`} está fechado`}
      detail={`Por ${name.trim().split(/\s+/)[0] ?? name}${when}. O que é deste mês não muda.`}
      action={
        !isGuest && (
          <ButtonLink variant="line" size="sm" to={closingAddress(month, { reopens: true })}>
            Reabrir
          </ButtonLink>
        )
      }
    />
  )
}
