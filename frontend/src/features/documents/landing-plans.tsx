import { formatCentavos } from '@prumo/shared/money'
import { monthlyPriceOf, plans } from '@prumo/shared/plans'
import { ButtonLink } from '../../ui/button'
import styles from './landing-plans.module.css'

const wholeReais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL', maximumFractionDigits: 0 })

/** The four plans as rows: price a month, price of the period, and the price without the discount. */
export function LandingPlans() {
  return (
    <section className={styles.plans} id="planos">
      <div className={styles.head}>
        <h2>
          Um plano completo. <br />
          Você escolhe o tempo.
        </h2>
        <p>Todos os recursos em qualquer prazo. Se em 7 dias não fizer sentido, devolvemos o valor. Cancelar não tem multa.</p>
      </div>
      <ul>
        {plans.map((plan) => (
          <li key={plan.id} data-popular={plan.popular}>
            <h3>
              {plan.duration}
              {plan.popular && <span className={styles.tag}>Mais escolhido</span>}
            </h3>
            <p className={styles.month}>
              {formatCentavos(monthlyPriceOf(plan))} <small>/mês</small>
            </p>
            <p className={styles.total}>{plan.description}</p>
            <p className={styles.before}>
              <s>
                <span className="visually-hidden">Antes: </span>De {wholeReais.format(plan.originalPrice / 100)}
              </s>{' '}
              {plan.discount}% a menos
            </p>
            <ButtonLink to={`/plans?plano=${plan.id}`} variant={plan.popular ? 'action' : 'line'} aria-label={`Escolher ${plan.duration}`}>
              Escolher
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
