import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatCentavos } from '@prumo/shared/money'
import { FORECAST_SCREEN, WALLETS_SCREEN } from '../../data/screens'
import type { NearFuture } from '../../data/near-future'
import { useWallets } from '../../data/wallets'
import { useToday } from '../../lib/use-today'
import { Button } from '../../ui/button'
import { CURRENCY_EM, partsOfCentavos, widthInEms } from '../../ui/money-format'
import { lazyPart } from '../../ui/lazy-part'
import { Skeleton } from '../../ui/skeleton'
import { balanceOrigin, outlookSentence } from './overview-texts'
import frame from './overview-frame.module.css'
import styles from './on-hand.module.css'

const WalletParts = lazyPart(() => import('./wallet-parts'), { place: <div className={styles.parts} /> })

/** The balance that is to be corrected, in centavos. */
export interface AskedBalance {
  amount: number
}

interface OnHandProps {
  near: NearFuture | undefined
  /** Asks for today's balance, in place. */
  question: ReactNode
  /** Asks for the balance again, over the screen. */
  onCorrect: (present: AskedBalance) => void
}

/** What is on hand today, and what the days ahead mean for it. Without a stated balance it asks for one. */
export function OnHand({ near, question, onCorrect }: OnHandProps) {
  const { data, main, hasSeveral, isFailed, retry } = useWallets()
  const now = useToday()
  const isStated = main !== null && main.statedOn !== null
  return (
    <section className={frame.section} aria-labelledby="on-hand">
      <div className={frame.heading}>
        <h2 id="on-hand">Na conta hoje</h2>
        {isStated && (
          <p>
            {hasSeveral ? (
              <>
                <span className={frame.wideOnly}>Banco e dinheiro. O cartão está no que há a pagar. </span>
                <Link to={WALLETS_SCREEN}>Ver contas</Link>
              </>
            ) : (
              <>
                <span className={frame.wideOnly}>{balanceOrigin(main.statedOn ?? now, now)} </span>
                <button type="button" className={frame.quiet} onClick={() => onCorrect({ amount: main.balance.amount })}>
                  Corrigir
                </button>
              </>
            )}
          </p>
        )}
      </div>
      <div className={frame.argument}>
        {isStated && data ? (
          <div className={styles.hero}>
            <Figure centavos={data.onHand.amount} />
            <div className={styles.right}>
              <Outlook near={near} />
              {hasSeveral && <WalletParts />}
            </div>
          </div>
        ) : data ? (
          <div className={styles.question}>
            <h3>Quanto você tem na conta hoje?</h3>
            <p>É daqui que se conta o que dá para tirar e o que vai faltar.</p>
            {question}
          </div>
        ) : isFailed ? (
          <div className={frame.failure} role="alert">
            <p>Não conseguimos carregar o saldo.</p>
            <Button variant="line" size="sm" onClick={retry}>
              Tentar de novo
            </Button>
          </div>
        ) : (
          <OnHandSkeleton />
        )}
      </div>
    </section>
  )
}

/** The amount around the line, which runs through its comma. */
function Figure({ centavos }: { centavos: number }) {
  const { sign, currency, whole, cents } = partsOfCentavos(centavos)
  return (
    <p
      className={styles.figure}
      data-short={centavos < 0 || undefined}
      style={{ '--ems': widthInEms(sign + whole) + CURRENCY_EM } as CSSProperties}
    >
      <span className="visually-hidden">{formatCentavos(centavos)}</span>
      <span className={styles.whole} aria-hidden="true">
        <small>
          {sign}
          {currency}
        </small>{' '}
        {whole}
      </span>
      <span className={styles.cents} aria-hidden="true">
        {cents}
      </span>
    </p>
  )
}

function Outlook({ near }: { near: NearFuture | undefined }) {
  const now = useToday()
  if (!near?.lowest) return <p className={styles.sentence} />
  const { lead, rest, isShort } = outlookSentence(near.lowest, near.entries, now)
  return (
    <p className={styles.sentence}>
      <b data-short={isShort || undefined}>{lead}</b>
      {rest}{' '}
      <Link to={FORECAST_SCREEN} className={styles.more}>
        Ver o que vem
      </Link>
    </p>
  )
}

function OnHandSkeleton() {
  return (
    <div className={styles.hero} aria-hidden="true">
      <p className={styles.figure} style={{ '--ems': 3 } as CSSProperties}>
        <span className={styles.whole}>
          <Skeleton width="2.6em" height="0.8em" />
        </span>
      </p>
      <div className={styles.right}>
        <p className={styles.sentence}>
          <Skeleton width="90%" />
          <Skeleton width="60%" />
        </p>
      </div>
    </div>
  )
}
