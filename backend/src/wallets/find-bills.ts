import { billsOf, cardDayOf, sumsOnCard, type CardDay, type CardDays } from '@prumo/shared/bill-rules'
import { addMonths, monthOf, type CalendarDate } from '@prumo/shared/calendar'
import type { ForecastCard } from '@prumo/shared/forecast-cards'
import { centavosToReais } from '@prumo/shared/money'
import type { OnWire } from '@prumo/shared/money-fields'
import { Rejected } from '@prumo/shared/rejections'
import type { BillFilter, BillList } from '@prumo/shared/wallets'
import { readStated, type StatedBalanceRow } from '../balance/stated-balances.projection.js'
import { AccountQuery } from '../event-store/query/account-query.js'
import type { RowReader } from '../platform/database/connection-pool.js'
import { sumColumnOf, type SumsOfDay } from '../transactions/transaction-totals.projection.js'
import { readWallets, type WalletAtDay } from './find-wallets.js'

/** What is recorded on a card on a day, and the pending transfers to it, in centavos. */
interface DayOnCard extends CardDay {
  walletId: string
  coming: number
}

/** The cards among these wallets with what is recorded on them. */
export async function readCards(database: RowReader, accountId: string, wallets: readonly WalletAtDay[]): Promise<ForecastCard[]> {
  const ids = wallets.filter(({ kind }) => kind === 'card').map(({ id }) => id)
  if (ids.length === 0) return []
  const days = await database.rows<DayOnCard>(CARD_DAYS, [accountId, ids])
  return cardsWith(wallets, days, await readStated(database, accountId, ids))
}

const added = (figure: keyof typeof sumsOnCard) => sumsOnCard[figure].map(sumColumnOf).join(' + ')
const CARD_DAYS = {
  name: 'card-days',
  text: `
    select wallet_id as "walletId", day as date, ${added('purchases')} as purchases, ${added('refunds')} as refunds,
      ${added('paid')} as paid, pending_transfer_in as coming
    from transaction_totals where account_id = $1 and wallet_id = any ($2::uuid[]) order by day`,
}

/** The same from the totals and stated balances of all wallets. */
export function cardsOf(wallets: readonly WalletAtDay[], days: readonly SumsOfDay[], stated: readonly StatedBalanceRow[]): ForecastCard[] {
  const onCards = days.map((day) => ({ ...cardDayOf(day.date, day), walletId: day.walletId, coming: day.pendingTransferIn }))
  return cardsWith(wallets, onCards, stated)
}

function cardsWith(wallets: readonly WalletAtDay[], days: readonly DayOnCard[], stated: readonly StatedBalanceRow[]): ForecastCard[] {
  return wallets
    .filter(({ kind }) => kind === 'card')
    .map((card) => {
      const own = days.filter(({ walletId }) => walletId === card.id)
      return {
        id: card.id,
        cardDays: cardDaysOf(card),
        days: own,
        stated: stated.filter(({ walletId }) => walletId === card.id),
        coming: own.reduce((sum, { coming }) => sum + coming, 0),
      }
    })
}

function cardDaysOf({ closingDay, dueDay }: Pick<WalletAtDay, 'closingDay' | 'dueDay'>): CardDays {
  if (closingDay === null || dueDay === null) throw new Error('A card has no closing or due day')
  return { closingDay, dueDay }
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
