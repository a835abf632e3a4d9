import { divideCentavos } from './money.js'

/** What Prumo is sold for: one product, four spans of time. */

export const planIds = ['1mes', '3meses', '1ano', '3anos'] as const
export type PlanId = (typeof planIds)[number]

export interface Plan {
  readonly id: PlanId
  /** As shown: `3 meses`. */
  readonly duration: string
  /** How many months one payment covers. */
  readonly months: number
  /** Centavos, paid at once for all its months. */
  readonly price: number
  /** Centavos; what as many single months cost without a discount. */
  readonly originalPrice: number
  /** Whole percent off the original price. */
  readonly discount: number
  /** Shown as the most chosen one, and chosen until someone chooses. */
  readonly popular: boolean
  readonly description: string
  readonly features: readonly string[]
}

/** The same in every plan: they differ in time alone. */
const features = [
  'Receitas e despesas, também as agendadas',
  'Metas, tarefas e reserva de emergência',
  'Relatórios e histórico de tudo o que mudou',
  'No celular e no computador, até sem internet',
  '7 dias para pedir o valor de volta',
] as const

/** From the shortest to the longest. */
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
/** For how many days after paying the money is given back to whoever asks. */
export const GUARANTEE_DAYS = 7

/** What a month of it costs, in centavos, rounded half up. */
export function monthlyPriceOf({ price, months }: Pick<Plan, 'price' | 'months'>): number {
  return divideCentavos(price, months)
}
