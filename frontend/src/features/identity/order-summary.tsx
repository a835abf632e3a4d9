import { IconChevronDown } from '@tabler/icons-react'
import { formatCentavos } from '@prumo/shared/money'
import { GUARANTEE_DAYS, monthlyPriceOf, type Plan } from '@prumo/shared/plans'
import { partsOfAmount } from '../../ui/money-format'
import styles from './order-summary.module.css'

const renewalFormat = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' })

/** The date of the next payment of a plan that is paid today. */
function renewalOf({ months }: Plan): string {
  const day = new Date()
  const dueMonth = day.getMonth() + months
  day.setMonth(dueMonth)
  // A month without that day uses its last one.
  if (day.getMonth() !== dueMonth % 12) day.setDate(0)
  return renewalFormat.format(day)
}

/** The order with its total. On a phone, one line that unfolds. */
export function OrderSummary({ plan }: { plan: Plan }) {
  const { duration, price } = plan
  return (
    <section className={styles.summary} aria-label="Resumo">
      <details className={styles.short}>
        <summary>
          <span>
            {duration}, <b>{formatCentavos(price)}</b> hoje
          </span>
          <span className={styles.unfold}>
            <u>Ver resumo</u>
            <IconChevronDown size={20} stroke={1.75} aria-hidden />
          </span>
        </summary>
        <Sum plan={plan} />
        <a href="/plans">Trocar plano</a>
      </details>
      <div className={styles.whole}>
        <h2>
          Resumo
          <a href="/plans">Trocar plano</a>
        </h2>
        <Sum plan={plan} />
      </div>
    </section>
  )
}

/** Reserves the space of the summary until the plan is loaded. Without a plan, says so before the form is filled in. */
export function NoOrder({ isKnown }: { isKnown: boolean }) {
  return (
    <div className={styles.summary}>
      <div className={styles.none}>
        {isKnown && (
          <>
            <p>Nenhum plano escolhido</p>
            <a href="/plans">Escolher um plano</a>
          </>
        )}
      </div>
    </div>
  )
}

function Sum({ plan }: { plan: Plan }) {
  const { duration, price, originalPrice, discount } = plan
  return (
    <>
      <ul className={styles.sum}>
        <Row centavos={originalPrice} text={`preço de ${duration}`} />
        <Row centavos={price - originalPrice} text={`desconto de ${discount}%`} />
        <Row centavos={price} text="hoje" total />
      </ul>
      <dl>
        <div>
          <dt>Por mês</dt>
          <dd>{formatCentavos(monthlyPriceOf(plan))}</dd>
        </div>
        <div>
          <dt>Renova em</dt>
          <dd>
            {renewalOf(plan)}, {formatCentavos(price)}
          </dd>
        </div>
        <div>
          <dt>Garantia</dt>
          <dd>{GUARANTEE_DAYS} dias para pedir o valor de volta</dd>
        </div>
      </dl>
    </>
  )
}

function Row({ centavos, text, total = false }: { centavos: number; text: string; total?: boolean }) {
  const { whole, cents } = partsOfAmount(centavos)
  return (
    <li data-total={total}>
      <span className={styles.units}>{whole}</span>
      <span className={styles.cents}>{cents}</span>
      <span className={styles.text}>{text}</span>
    </li>
  )
}
