import type { ActivityChange, ActivityEntry } from '@prumo/shared/activity'
import { sentenceParts, describeChanges as describeWith } from './entry-texts'

const describeChanges = (given: ActivityEntry) => describeWith(given, (id) => `Conta ${id}`)

function entry(parts: Partial<ActivityEntry>): ActivityEntry {
  const id = '0190d3a0-0000-7000-8000-000000000001'
  return {
    position: 2,
    at: '2026-11-20T17:32:00.000Z',
    type: 'TransactionCorrected',
    entity: 'transaction',
    entityId: id,
    source: 'app',
    summary: '',
    changes: [],
    transactionType: null,
    undoable: true,
    undoReason: null,
    ...parts,
  }
}
const change = (field: string, before: ActivityChange['before'], after: ActivityChange['after']): ActivityChange => ({
  field,
  before,
  after,
})

it('finds the name at the end of a sentence, also in the undo of a change', () => {
  expect(sentenceParts(entry({ summary: 'Você corrigiu Embalagens Aurora' }))).toEqual({
    lead: 'Você corrigiu ',
    name: 'Embalagens Aurora',
  })
  expect(sentenceParts(entry({ summary: 'Você desfez uma mudança em Embalagens Aurora' }))).toEqual({
    lead: 'Você desfez uma mudança em ',
    name: 'Embalagens Aurora',
  })
  expect(sentenceParts(entry({ type: 'FundDeposited', summary: 'Você guardou R$ 1,00 na reserva' }))).toEqual({
    lead: 'Você guardou R$ 1,00 na reserva',
    name: '',
  })
})

it('formats values before and after in the units of the screens', () => {
  expect(
    describeChanges(
      entry({
        changes: [change('amount', 36_870, 38_670), change('category', 'Vendas', null), change('date', '2026-11-01', '2026-11-02')],
      }),
    ),
  ).toEqual([
    { label: 'Valor', before: 'R$\u00a0368,70', after: 'R$\u00a0386,70' },
    { label: 'Categoria', before: 'Vendas', after: null },
    { label: 'Data', before: '01/11/2026', after: '02/11/2026' },
  ])
})

it('shows the settings of reminders as switches, and their hour', () => {
  const changes = [change('email', false, true), change('hour', 8, 20)]
  expect(describeChanges(entry({ type: 'RemindersChanged', entity: 'reminders', changes }))).toEqual([
    { label: 'Email', before: 'Não', after: 'Sim' },
    { label: 'Hora dos lembretes', before: '8h', after: '20h' },
  ])
})

it('shows the plan, last day, card and refund of a subscription', () => {
  const of = (type: string, ...changes: ActivityChange[]) =>
    describeChanges(entry({ type, entity: 'subscription', source: 'stripe', changes }))
  expect(
    of(
      'SubscriptionRenewed',
      change('currentPeriodStart', 1_796_137_200, 1_798_815_600),
      change('currentPeriodEnd', 1_798_815_600, 1_801_494_000),
      change('cancelAtPeriodEnd', true, false),
    ),
  ).toEqual([{ label: 'Fim do período', before: '01/01/2027', after: '01/02/2027' }])
  expect(of('SubscriptionPlanChanged', change('priceId', 'price_1', 'price_2'), change('planId', '1mes', '1ano'))).toEqual([
    { label: 'Plano', before: '1 mês', after: '1 ano' },
  ])
  expect(of('SubscriptionRefunded', change('status', 'active', 'canceled'), change('refundedAmount', 0, 9700))).toEqual([
    { label: 'Valor devolvido', before: 'R$\u00a00,00', after: 'R$\u00a097,00' },
  ])
})

it('summarises a created or deleted entity on one line', () => {
  const changes = [
    change('description', 'Bolo', null),
    change('amount', 18_000, null),
    change('type', 'income', null),
    change('date', '2026-11-16', null),
    change('isScheduled', false, null),
  ]
  expect(describeChanges(entry({ type: 'TransactionDeleted', changes }))).toEqual([
    { label: null, before: null, after: 'Receita de R$\u00a0180,00, 16/11/2026', isAlone: true },
  ])
})

it('names the wallets of a transfer, recorded and changed', () => {
  const changes = [
    change('amount', null, 20_000),
    change('type', null, 'transfer'),
    change('date', null, '2026-11-25'),
    change('walletId', null, '1'),
    change('toWalletId', null, '2'),
  ]
  expect(describeChanges(entry({ type: 'TransactionRecorded', changes }))).toEqual([
    { label: null, before: null, after: 'Transferência de R$\u00a0200,00, 25/11/2026, de Conta 1 para Conta 2', isAlone: true },
  ])
  expect(describeChanges(entry({ changes: [change('type', 'expense', 'transfer'), change('toWalletId', null, '2')] }))).toEqual([
    { label: 'Tipo', before: 'Despesa', after: 'Transferência' },
    { label: 'Conta de destino', before: null, after: 'Conta 2' },
  ])
})

it.each([
  [[change('isConfirmed', false, true), change('isReceived', false, true)], 'A confirmar', 'Recebido'],
  [[change('isConfirmed', false, true)], 'A confirmar', 'Não Recebido'],
  [[change('isReceived', false, true)], 'Não Recebido', 'Recebido'],
  [[change('isScheduled', true, false), change('isConfirmed', false, true), change('isReceived', false, true)], 'A confirmar', 'Realizada'],
])('combines the flags of a transaction into one state: %j', (changes, before, after) => {
  expect(describeChanges(entry({ type: 'TransactionConfirmed', changes }))).toEqual([{ label: null, before, after }])
})

it('says of an expense whether it was paid', () => {
  const shown = (...changes: ActivityChange[]) =>
    describeChanges(entry({ type: 'TransactionConfirmed', transactionType: 'expense', changes })).map(({ before, after }) => [
      before,
      after,
    ])
  expect(shown(change('isConfirmed', false, true), change('isReceived', false, true))).toEqual([['A confirmar', 'Paga']])
  expect(shown(change('isConfirmed', false, true))).toEqual([['A confirmar', 'Não paga']])
  expect(shown(change('isReceived', true, false))).toEqual([['Paga', 'Não paga']])
})

it('shows the settings of a new fund, and the description of a movement', () => {
  const begins = [change('targetMonths', null, 3), change('currentAmount', null, 5000), change('description', null, 'Sobra')]
  expect(describeChanges(entry({ type: 'FundConfigured', entity: 'emergency-fund', changes: begins }))).toEqual([
    { label: 'Número de meses', before: null, after: '3', isAlone: true },
    { label: 'Valor atual', before: null, after: 'R$\u00a050,00', isAlone: true },
    { label: null, before: null, after: '“Sobra”', isAlone: true },
  ])
})

it('omits the label that the sentence already implies', () => {
  expect(
    describeChanges(entry({ type: 'FundDeposited', entity: 'emergency-fund', changes: [change('currentAmount', 400_000, 435_000)] })),
  ).toEqual([{ label: null, before: 'R$\u00a04.000,00', after: 'R$\u00a04.350,00' }])
})

it.each([
  [[change('every', null, 'month')], 'todo mês'],
  [[change('type', null, 'expense'), change('amount', null, 900)], 'Despesa de R$ 9,00'],
  [[change('description', null, 'Aluguel')], undefined],
])('leaves out of a recurrence what its event does not have: %j', (changes, text) => {
  const [found] = describeChanges(entry({ type: 'RecurrenceSet', entity: 'recurrence', changes }))
  expect(found?.after?.replaceAll('\u00a0', ' ').toLowerCase()).toBe(text?.toLowerCase())
})

it('says of a receipt what kind of file it is and how large', () => {
  const changes = [
    change('name', null, 'Cupom.jpg'),
    change('type', null, 'image/jpeg'),
    change('size', null, 212_000),
    change('transactionId', null, '0190d3a0-0000-7000-8000-000000000001'),
  ]
  expect(describeChanges(entry({ type: 'AttachmentAdded', entity: 'attachment', changes }))).toEqual([
    { label: null, before: null, after: 'Foto, 212 kB', isAlone: true },
  ])
})
