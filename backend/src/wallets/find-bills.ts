import { billsOf, type CardDay, type CardDays } from '@prumo/shared/bill-rules'
import { addMonths, monthOf, type CalendarDate } from '@prumo/shared/calendar'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import type { StatedOnDay } from '@prumo/shared/wallet-rules'
import type { BillFilter, BillList } from '@prumo/shared/wallets'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { readWallets, type WalletAtDay } from './find-wallets.js'

/** A card with what is recorded on it, the pending ones too. */
export interface CardContent {
  id: string
  cardDays: CardDays
  days: CardDay[]
  stated: StatedOnDay[]
  /** Pending transfers to it, in centavos. */
  coming: number
}

/** The cards among these wallets with what is recorded on them. */
export async function readCards(database: RowReader, accountId: string, wallets: readonly WalletAtDay[]): Promise<CardContent[]> {
  const cards = wallets.filter(({ kind }) => kind === 'card')
  if (cards.length === 0) return []
  const ids = cards.map(({ id }) => id)
  const days = await database.rows<CardDay & { walletId: string; coming: number }>(CARD_DAYS, [accountId, ids])
  const stated = await database.rows<StatedOnDay & { walletId: string }>(STATED, [accountId, ids])
  return cards.map((card) => ({
    id: card.id,
    cardDays: cardDaysOf(card),
    days: days.filter(({ walletId }) => walletId === card.id),
    stated: stated.filter(({ walletId }) => walletId === card.id),
    coming: days.reduce((sum, day) => (day.walletId === card.id ? sum + day.coming : sum), 0),
  }))
}

export function cardDaysOf({ closingDay, dueDay }: Pick<WalletAtDay, 'closingDay' | 'dueDay'>): CardDays {
  if (closingDay === null || dueDay === null) throw new Error('A card has no closing or due day')
  return { closingDay, dueDay }
}

const CARD_DAYS = {
  name: 'card-days',
  text: `
    select wallet_id as "walletId", day as date, expense + pending_expense + transfer_out + pending_transfer_out as purchases,
      income + pending_income as refunds, transfer_in as paid, pending_transfer_in as coming
    from transaction_totals where account_id = $1 and wallet_id = any ($2::uuid[]) order by day`,
}
const STATED = {
  name: 'stated-balances-of',
  text: `
    select wallet_id as "walletId", date, amount from stated_balances
    where account_id = $1 and wallet_id = any ($2::uuid[]) and amount is not null order by date`,
}

/** The bills of a card, by the months of their due days; a year back and all to come by default. Throws NOT_FOUND for no card. */
export class FindBills extends AccountQuery<OnWire<BillList>> {
  constructor(
    readonly accountId: string,
    readonly id: string,
    readonly filter: BillFilter,
    readonly today: CalendarDate,
  ) {
    super()
  }

  async answer(database: RowReader): Promise<OnWire<BillList>> {
    const { accountId, id, today } = this
    const { from = monthOf(addMonths(today, -12)), to = '9999-12' } = this.filter
    const wallets = await readWallets(database, accountId, today)
    const [card] = await readCards(
      database,
      accountId,
      wallets.filter((wallet) => wallet.id === id),
    )
    if (!card) throw new Rejected('NOT_FOUND')
    const bills = billsOf(card.days, card.stated, card.cardDays, today).filter(({ month }) => month >= from && month <= to)
    return {
      bills: bills.map(({ purchases, refunds, paid, remaining, ...bill }) => ({
        ...bill,
        purchases: centavosToReais(purchases),
        refunds: centavosToReais(refunds),
        paid: centavosToReais(paid),
        remaining: centavosToReais(remaining),
      })),
    }
  }
}
