import { certainWithCards, type ForecastCard } from './forecast-cards.js'

const today = '2026-11-20'
const nubank: ForecastCard = {
  id: 'nubank',
  cardDays: { closingDay: 3, dueDay: 10 },
  days: [
    { date: '2026-11-02', purchases: 50_000, refunds: 0, paid: 0 },
    { date: '2026-11-06', purchases: 20_000, refunds: 1_000, paid: 0 },
  ],
  stated: [],
  coming: 0,
}
const rent = { date: '2026-12-05', income: 0, expense: 90_000, count: 1 }
const none = { pending: [], occurrences: [], cards: [nubank] }

it('adds what remains of each bill on its due day', () => {
  expect(certainWithCards({ ...none, pending: [rent] }, today).pending).toEqual([
    rent,
    { date: '2026-11-10', income: 0, expense: 50_000, count: 1 },
    { date: '2026-12-10', income: 0, expense: 19_000, count: 1 },
  ])
})

it('takes what is about to be paid from the oldest bill', () => {
  expect(certainWithCards({ ...none, cards: [{ ...nubank, coming: 60_000 }] }, today).pending).toEqual([
    { date: '2026-12-10', income: 0, expense: 9_000, count: 1 },
  ])
})

it('puts what repeats on a card into its bills, and leaves the others', () => {
  const occurrence = { date: '2026-12-01', type: 'expense' as const, amount: 4_000, walletId: 'nubank' }
  const ofBank = { ...occurrence, walletId: 'inter' }
  const { pending, occurrences } = certainWithCards({ ...none, occurrences: [occurrence, ofBank] }, today)
  expect([pending.at(-1), occurrences]).toEqual([{ date: '2026-12-10', income: 0, expense: 23_000, count: 1 }, [ofBank]])
})
