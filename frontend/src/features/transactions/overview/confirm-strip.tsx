import { IconClock } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { Transaction } from '@prumo/shared/transactions'
import { formatCentavos } from '@prumo/shared/money'
import { today } from '../../../lib/dates'
import { Button } from '../../../ui/button/button'
import { useQuestions } from '../ask/use-questions'
import { centavosOf } from '../../../lib/centavos'
import { rowsAddress } from '../filters/filters-address'
import { expectedWhen } from './expected-when'
import { useWaiting } from './use-waiting'
import styles from './confirm-strip.module.css'

/** What was to be received or paid by now and waits for an answer, the longest wait first. */
export function ConfirmStrip() {
  const now = today()
  const { longest, others, hasMore } = useWaiting()
  const { askReceipt, dialogs } = useQuestions()

  return (
    <>
      {longest && (
        <section className={styles.strip} aria-label="Para confirmar">
          <IconClock size={20} stroke={1.75} aria-hidden />
          <p>
            <b>{longest.description}</b> {expectedWhen(longest.date, now)}. {questionAbout(longest)}
            {others > 0 && (
              <>
                {' '}
                <Link to={rowsAddress({ status: 'pending', to: now })}>
                  {hasMore ? 'Mais de' : 'Mais'} {others} para confirmar
                </Link>
              </>
            )}
          </p>
          <Button variant="line" size="sm" onClick={() => askReceipt(longest)}>
            Confirmar<span className="visually-hidden"> {longest.description}</span>
          </Button>
        </section>
      )}
      {dialogs}
    </>
  )
}

function questionAbout({ amount, type }: Transaction): string {
  const centavos = centavosOf(amount)
  const [one, many] = type === 'income' ? ['caiu', 'caíram'] : ['saiu', 'saíram']
  return centavos < 200 ? `O valor de ${formatCentavos(centavos)} ${one}?` : `Os ${formatCentavos(centavos)} ${many}?`
}
