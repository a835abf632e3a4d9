import { EXEMPT_PERCENT, meiSources } from '@prumo/shared/mei-tables'
import type { MeiYearView } from '@prumo/shared/mei'
import { formatCentavos } from '@prumo/shared/money'
import type { MeiProfileEntity } from '../../data/mei-commands'
import page from './mei-page.module.css'
import styles from './income-tax-section.module.css'

interface IncomeTaxSectionProps {
  view: MeiYearView
  profile: MeiProfileEntity
  /** Opens the expenses that are costs. */
  onCosts: () => void
}

/** What of the revenue income tax leaves free, as a calculation that can be followed. */
export function IncomeTaxSection({ view, profile, onCosts }: IncomeTaxSectionProps) {
  const { revenue, incomeTax } = view
  const { exempt, costs, taxable } = incomeTax
  const { commerce, services, cargoDriver } = EXEMPT_PERCENT
  const share = profile.isCargoDriver ? `${cargoDriver}% de tudo` : `${commerce}% de comércio e indústria, ${services}% de serviços`
  const isAllCovered = costs + exempt > revenue
  return (
    <section aria-labelledby="mei-income-tax">
      <div className={page.head}>
        <h2 id="mei-income-tax">Para o imposto de renda</h2>
        <p className={page.note}>estimativa</p>
      </div>
      <dl className={styles.sum}>
        <div>
          <dt>Receita bruta</dt>
          <dd className="money">{formatCentavos(revenue)}</dd>
        </div>
        <div>
          <dt>
            Parte isenta <small>{share}</small>
          </dt>
          <dd className="money">{formatCentavos(0 - exempt)}</dd>
        </div>
        <div>
          <dt>
            Custos que dá para comprovar <small>sem retirada</small>{' '}
            {costs > 0 && (
              <button type="button" className={page.more} onClick={onCosts}>
                Ver
              </button>
            )}
          </dt>
          <dd className="money">{formatCentavos(0 - costs)}</dd>
        </div>
        <div>
          <dt>Seria tributável</dt>
          <dd className="money">{formatCentavos(taxable)}</dd>
        </div>
      </dl>
      <p className={styles.note}>
        {isAllCovered && 'Custos e parte isenta passam da receita: nada seria tributável. '}
        {meiSources.exemptIncome.source}. Transporte de passageiros, com 16%, não está nesta conta. O número certo sai na sua declaração.
      </p>
    </section>
  )
}
