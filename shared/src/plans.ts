import { divideCentavos } from './money.js'

/** The plans that Prumo sells: one product for four lengths of time. */

export const planIds = ['1mes', '3meses', '1ano', '3anos'] as const
export type PlanId = (typeof planIds)[number]

export interface Plan {
  readonly id: PlanId
  /** As shown: `3 meses`. */
  readonly duration: string
  /** Months covered by one payment. */
  readonly months: number
  /** Centavos, charged at once for all months. */
  readonly price: number
  /** Centavos: as many single months without a discount. */
  readonly originalPrice: number
  /** Whole percent off the original price. */
  readonly discount: number
  /** Marked as the most chosen, and preselected. */
  readonly popular: boolean
  readonly description: string
  readonly features: readonly string[]
}

/** The same for every plan: plans differ only in length. */
const features = [
  'Receitas e despesas, também as agendadas',
  'Metas, tarefas e reserva de emergência',
  'Relatórios e histórico de tudo o que mudou',
  'No celular e no computador, até sem internet',
  '7 dias para pedir o valor de volta',
] as const

/** Shortest first. */
export const plans: readonly Plan[] = [
  {
    id: '1mes',
    duration: '1 mês',
    months: 1,
    price: 4_700,
    originalPrice: 6_700,
    discount: 30,
    popular: false,
    description: 'R$ 47,00 por mês',
    features,
  },
  {
    id: '3meses',
    duration: '3 meses',
    months: 3,
    price: 9_700,
    originalPrice: 20_100,
    discount: 52,
    popular: true,
    description: 'R$ 97,00 a cada 3 meses',
    features,
  },
  {
    id: '1ano',
    duration: '1 ano',
    months: 12,
    price: 29_700,
    originalPrice: 80_400,
    discount: 63,
    popular: false,
    description: 'R$ 297,00 por ano',
    features,
  },
  {
    id: '3anos',
    duration: '3 anos',
    months: 36,
    price: 69_700,
    originalPrice: 241_200,
    discount: 71,
    popular: false,
    description: 'R$ 697,00 a cada 3 anos',
    features,
  },
]

export const DEFAULT_PLAN: PlanId = '3meses'
/** The currency of every price, as Stripe writes it. */
export const PLAN_CURRENCY = 'brl'
/** Days after a payment during which it is refunded on request. */
export const GUARANTEE_DAYS = 7

/** The price per month in centavos, rounded half up. */
export function monthlyPriceOf({ price, months }: Pick<Plan, 'price' | 'months'>): number {
  return divideCentavos(price, months)
}
