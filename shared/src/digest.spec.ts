import fc from 'fast-check'
import { addDays, daysBetween } from './calendar.js'
import { digestDays, digestDetail, digestOf, MAX_NAMED, type DigestDetail, type DigestFacts, type PendingGroup } from './digest.js'
import { obligationKinds, obligationStates, type MeiObligation } from './mei-obligations.js'
import { transactionTypes } from './transaction-rules.js'

/** A Monday. */
const MONDAY = '2026-11-30'
const FRIDAY = '2026-11-27'
const nothing: DigestFacts = { today: FRIDAY, pending: [], obligations: [], balances: [] }

const bill = (description: string, amount = 10_000) => ({ description, amount })
function group(day: PendingGroup['day'], type: PendingGroup['type'], ...items: readonly ReturnType<typeof bill>[]): PendingGroup {
  return { day, type, count: items.length, amount: items.reduce((sum, { amount }) => sum + amount, 0), first: items.slice(0, MAX_NAMED) }
}
const rent = group('today', 'expense', bill('Aluguel da cozinha', 90_000), bill('Enel'), bill('Fibra Vale', 9_990))
const das: MeiObligation = { kind: 'das', of: '2026-11', due: '2026-12-21', state: 'due' }
const said = (facts: Partial<DigestFacts>, detail: DigestDetail = 'names') => {
  const digest = digestOf({ ...nothing, ...facts }, detail)
  return digest && [digest.title, ...digest.lines]
}

describe('the digest', () => {
  it('says nothing where there is nothing', () => {
    expect(said({})).toBeNull()
  })

  it('names what is due today, and what comes in', () => {
    const pending = [group('today', 'income', bill('Ótica Vale')), rent]
    expect(digestOf({ ...nothing, today: MONDAY, pending }, 'names')).toEqual({
      title: '3 contas vencem hoje',
      lines: ['Aluguel da cozinha, Enel e Fibra Vale.', 'Entra hoje: Ótica Vale.'],
      tag: 'prumo-2026-11-30',
      path: '/dashboard/transactions?status=confirmar',
    })
  })

  it('shows amounts where they are wanted, each and in total', () => {
    expect(said({ pending: [rent, group('tomorrow', 'income', bill('Bolo', 12_345))] }, 'amounts')).toEqual([
      '3 contas vencem hoje',
      'Aluguel da cozinha (R$\u00a0900,00), Enel (R$\u00a0100,00) e Fibra Vale (R$\u00a099,90), total de R$\u00a01.099,90.',
      'Entra amanhã: Bolo, R$\u00a0123,45.',
    ])
  })

  it('only counts where others may read it', () => {
    const [old, income] = [group('yesterday', 'expense', bill('Luz')), group('today', 'income', bill('Sinal'), bill('Bolo'))]
    const obligations = [{ ...das, due: addDays(FRIDAY, 1) }]
    expect(said({ pending: [old, income, rent], obligations }, 'counts')).toEqual([
      '3 contas vencem hoje',
      '2 entradas previstas para hoje.',
      'DAS de novembro de 2026 vence amanhã.',
      '1 conta atrasada.',
    ])
    expect(said({ pending: [rent] }, 'counts')).toEqual(['3 contas vencem hoje'])
  })

  it('names things in a mail, and in a notification only where amounts are wanted', () => {
    const details = [digestDetail('push', false), digestDetail('email', false), digestDetail('push', true), digestDetail('email', true)]
    expect(details).toEqual(['counts', 'names', 'amounts', 'amounts'])
  })

  it('counts what it does not name', () => {
    const items = [bill('A'), bill('B'), bill('C'), bill('D'), bill('E')]
    expect(said({ pending: [group('tomorrow', 'expense', ...items)] })).toEqual(['5 contas vencem amanhã', 'A, B, C e mais 2.'])
    expect(said({ pending: [group('tomorrow', 'transfer', ...items.slice(1))] })).toEqual([
      '4 transferências previstas para amanhã',
      'B, C, D e mais 1.',
    ])
  })

  it('says what became overdue yesterday, and older things beside other news or on Mondays alone', () => {
    const [old, fresh] = [group('earlier', 'expense', bill('Luz')), group('yesterday', 'expense', bill('Água'))]
    expect(said({ pending: [old] })).toBeNull()
    expect(said({ today: MONDAY, pending: [old] })).toEqual(['1 conta atrasada', 'Luz.'])
    expect(said({ pending: [old, fresh] })).toEqual(['2 contas atrasadas', 'Água e Luz.'])
    expect(said({ pending: [old, group('earlier', 'income', bill('Sinal')), rent] })).toEqual([
      '3 contas vencem hoje',
      'Aluguel da cozinha, Enel e Fibra Vale.',
      'Atrasada: Luz.',
      'Para confirmar: Sinal.',
    ])
  })

  it('names an obligation seven days and one day before', () => {
    const on = (today: string, changes: Partial<MeiObligation> = {}) => said({ today, obligations: [{ ...das, ...changes }] })
    expect(on('2026-12-14')).toEqual(['DAS de novembro de 2026 vence em 7 dias, 21/12'])
    expect(on('2026-12-20')).toEqual(['DAS de novembro de 2026 vence amanhã'])
    expect(on('2026-12-20', { kind: 'dasn', of: '2026' })).toEqual(['Declaração anual do MEI de 2026 vence amanhã'])
    for (const today of ['2026-12-13', '2026-12-15', '2026-12-19', '2026-12-21', '2026-12-22']) expect(on(today)).toBeNull()
    for (const state of ['paid', 'delivered', 'unknown', 'late'] as const) expect(on('2026-12-20', { state })).toBeNull()
  })

  it('says that the forecast turns negative within seven days', () => {
    const balances = (...amounts: number[]) => amounts.map((balance, ahead) => ({ date: addDays(FRIDAY, ahead), balance }))
    expect(said({ balances: balances(1, 0, -1, -500) })).toEqual(['O saldo previsto fica abaixo de zero em 29/11'])
    expect(said({ balances: balances(1, -123_456) }, 'amounts')).toEqual([
      'O saldo previsto fica abaixo de zero em 28/11, em -R$\u00a01.234,56',
    ])
    expect(said({ balances: balances(1, 1, 1, 1, 1, 1, 1, -1) })).not.toBeNull()
    expect(said({ balances: balances(1, 1, 1, 1, 1, 1, 1, 1, -1) })).toBeNull()
    expect(said({ balances: balances(-1, -1) })).toBeNull()
  })
})

describe('of any account', () => {
  const text = fc.stringMatching(/^[a-dç]{1,8}$/)
  const items = fc.array(fc.record({ description: text, amount: fc.integer({ min: 1, max: 99_999_999_999 }) }), {
    minLength: 1,
    maxLength: 6,
  })
  const pending = fc.uniqueArray(fc.record({ day: fc.constantFrom(...digestDays), type: fc.constantFrom(...transactionTypes), items }), {
    selector: ({ day, type }) => `${day} ${type}`,
    maxLength: 12,
  })
  const facts = fc
    .record({
      today: fc.integer({ min: 0, max: 800 }).map((days) => addDays('2026-01-01', days)),
      pending: pending.map((groups) => groups.map((each) => group(each.day, each.type, ...each.items))),
      obligations: fc.array(
        fc.record({
          kind: fc.constantFrom(...obligationKinds),
          of: fc.constant('2026-10'),
          state: fc.constantFrom(...obligationStates),
          ahead: fc.integer({ min: -3, max: 10 }),
        }),
        { maxLength: 3 },
      ),
      balances: fc.array(fc.integer({ min: -5, max: 50 }), { maxLength: 10 }),
    })
    .map(({ today, obligations, balances, ...rest }): DigestFacts => ({
      ...rest,
      today,
      obligations: obligations.map(({ ahead, ...each }) => ({ ...each, due: addDays(today, ahead) })),
      balances: balances.map((balance, ahead) => ({ date: addDays(today, ahead), balance })),
    }))

  it('is the same message in every detail, but for names and amounts', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const [counts, names, amounts] = (['counts', 'names', 'amounts'] as const).map((detail) => digestOf(given, detail))
        expect(JSON.stringify([counts, names])).not.toContain('R$')
        expect([counts?.title, counts?.tag, counts?.path]).toEqual([names?.title, names?.tag, names?.path])
        expect([amounts?.tag, amounts?.path, amounts?.lines.length]).toEqual([names?.tag, names?.path, names?.lines.length])
        // No name is said that a count has not replaced.
        expect(counts?.lines.some((line) => !/^(\d+ |DAS |Relatório |Declaração |O saldo )/.test(line)) ?? false).toBe(false)
      }),
    )
  })

  it('is sent exactly where something is new, or on a Monday with something overdue', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const { today, obligations, balances } = given
        const isNews =
          given.pending.some(({ day }) => day !== 'earlier') ||
          obligations.some(({ state, due }) => state === 'due' && [1, 7].includes(daysBetween(today, due))) ||
          ((balances[0]?.balance ?? -1) >= 0 && balances.some(({ balance }, ahead) => ahead <= 7 && balance < 0))
        const isMonday = ((daysBetween('2026-01-05', today) % 7) + 7) % 7 === 0
        expect(digestOf(given, 'counts') !== null).toBe(isNews || (isMonday && given.pending.length > 0))
      }),
    )
  })

  it('names or counts every pending transaction once', () => {
    fc.assert(
      fc.property(facts, (given) => {
        const digest = digestOf(given, 'names')
        if (!digest) return
        const ofPending = digest.lines.filter((line) => !/^(DAS|Relatório|Declaração|O saldo)/.test(line))
        const counted = ofPending.flatMap((line) =>
          line
            .replace(/^.*: /, '')
            .replace(/\.$/, '')
            .split(/, | e /),
        )
        const total = counted.reduce((sum, name) => sum + Number(/^mais (\d+)$/.exec(name)?.[1] ?? 1), 0)
        expect(total).toBe(given.pending.reduce((sum, { count }) => sum + count, 0))
      }),
    )
  })
})
