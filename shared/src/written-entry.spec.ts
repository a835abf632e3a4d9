import fc, { type Arbitrary } from 'fast-check'
import { addDays, type CalendarDate } from './calendar.js'
import { MONTHS } from './month-names.js'
import { formatPlainCentavos } from './money.js'
import { normaliseText } from './text-form.js'
import { MAX_WRITTEN_LINE, readWrittenEntry, type EntryDraft, type EntryKnowledge, type WrittenEntry } from './written-entry.js'
import { SENTENCE_WRITERS, SENTENCES_TODAY, type SentenceWriter } from './test-written-sentences.js'

function knowledgeOf({ wallets, descriptions, categories }: Omit<SentenceWriter, 'sentences'>): EntryKnowledge {
  return { today: SENTENCES_TODAY, wallets, descriptions, categories, suggest: () => null }
}

const confectioner = knowledgeOf(SENTENCE_WRITERS.confectioner)
const electrician = knowledgeOf(SENTENCE_WRITERS.electrician)

function shortRepeat({ repeat }: EntryDraft): string | undefined {
  if (!repeat) return undefined
  if (repeat.kind === 'instalments') return `${repeat.count}x`
  return repeat.interval === 1 ? repeat.every : `${repeat.interval} ${repeat.every}`
}

const NO_DETAILS = { type: 'expense', repeat: undefined, category: null, wallet: null, toWallet: null, asks: {} }

/** A reading in the form of the sentences. */
function readingOf({ draft, questions }: WrittenEntry) {
  const asks = Object.fromEntries(questions.map(({ field, alternatives }) => [field, alternatives.map(({ choices }) => choices[field])]))
  const { description, amount, type, date, isScheduled, category, walletId, toWalletId } = draft
  const repeat = shortRepeat(draft)
  return { description, amount, type, date, isScheduled, repeat, category, wallet: walletId, toWallet: toWalletId, asks }
}

/** The parts of a line with their texts. */
function partsOf(text: string, knowledge: EntryKnowledge): string[] {
  return readWrittenEntry(text, knowledge).parts.map(
    ({ kind, start, end, isAmbiguous }) => `${kind}${isAmbiguous ? '?' : ''}: ${text.slice(start, end)}`,
  )
}

describe.each(Object.entries(SENTENCE_WRITERS))('the lines of a %s', (_, { sentences, ...known }) => {
  const knowledge = knowledgeOf(known)

  it.each(sentences.map((sentence) => [sentence[0], sentence] as const))('reads %j', (text, [, description, amount, details = {}]) => {
    const date = details.date === undefined ? SENTENCES_TODAY : details.date
    const isScheduled = date !== null && date > SENTENCES_TODAY
    const reading = readingOf(readWrittenEntry(text, knowledge))
    expect(reading).toEqual({ ...NO_DETAILS, description, amount, date, isScheduled, ...details })
    // A phone may write letters and accents apart.
    expect(readingOf(readWrittenEntry(text.normalize('NFD'), knowledge))).toEqual(reading)
  })
})

describe('the parts of a line', () => {
  it.each([
    ['mercado 45,90 ontem', ['description: mercado', 'amount: 45,90', 'date: ontem']],
    ['recebi 350 da Júlia dia 12', ['type: recebi', 'amount: 350', 'description: Júlia', 'date: dia 12']],
    ['  luz   R$ 89,90, vence  20/12!', ['description: luz', 'amount: R$ 89,90', 'later: vence', 'date: 20/12']],
    ['notebook 10x de 360 #equip', ['description: notebook', 'repeat: 10x de', 'amount: 360', 'category: #equip']],
    ['forma 20 34,90 ontem', ['description: forma', 'amount?: 20', 'amount?: 34,90', 'date: ontem']],
    ['gás 120 no cartão', ['description: gás', 'amount: 120', 'wallet: cartão']],
    ['paguei a fatura 1.120,40', ['transfer: paguei', 'transfer: fatura', 'amount: 1.120,40']],
    ['transferi 250 do caixa pro inter', ['transfer: transferi', 'amount: 250', 'wallet: caixa', 'toWallet: inter']],
  ])('marks those of %j', (text, parts) => {
    expect(partsOf(text, confectioner)).toEqual(parts)
    expect(partsOf(text.normalize('NFD'), confectioner)).toEqual(parts.map((part) => part.normalize('NFD')))
  })

  it('marks the words that leave a wallet open', () => {
    expect(partsOf('paguei a fatura 500', electrician)).toEqual(['transfer: paguei', 'transfer?: fatura', 'amount: 500'])
  })
})

it('offers each reading with what it makes of the rest', () => {
  const [question] = readWrittenEntry('forma 20 34,90 ontem', confectioner).questions
  expect(question?.alternatives.map(({ choices, draft }) => [choices, draft.amount, draft.description])).toEqual([
    [{ amount: 3490 }, 3490, 'Forma 20'],
    [{ amount: 2000 }, 2000, 'Forma 34,90'],
  ])
  const [wallets] = readWrittenEntry('paguei a fatura 500', electrician).questions
  expect(wallets?.alternatives.map(({ draft }) => draft.description)).toEqual(['Conta principal → Nubank', 'Conta principal → Itaú Click'])
})

it('says where type, category and wallets come from', () => {
  const suggest: EntryKnowledge['suggest'] = (description, type) =>
    description === 'Moinho azul'
      ? { category: `${type} rule`, source: 'rule', ruleId: 'r1', description: 'Moinho Azul S/A' }
      : { category: 'Vendas', source: 'dictionary' }
  const read = (text: string, known = confectioner) => readWrittenEntry(text, { ...known, suggest }).draft
  expect(read('moinho azul 20')).toMatchObject({
    description: 'Moinho Azul S/A',
    category: 'expense rule',
    typeOrigin: 'default',
    suggestion: { source: 'rule', ruleId: 'r1' },
  })
  expect(read('buffet sol ltda 20')).toMatchObject({
    typeOrigin: 'past',
    category: 'Vendas',
    walletOrigin: 'past',
    remembered: { walletId: 'inter' },
  })
  expect(read('bolo 20 #vendas')).toMatchObject({ typeOrigin: 'category', suggestion: null })
  expect(read('recebi 20 no caixa')).toMatchObject({ typeOrigin: 'written', walletOrigin: 'written', suggestion: null })
  expect(read('paguei a fatura 20')).toMatchObject({ walletOrigin: 'main', toWalletOrigin: 'only' })
  expect(read('tarifa 20', electrician)).toMatchObject({ typeOrigin: 'past', walletId: null })
})

it('takes a long line as a description', () => {
  const text = `  ${'a 45 ontem '.repeat(40)}`
  expect(text.length).toBeGreaterThan(MAX_WRITTEN_LINE)
  const { draft, parts, questions } = readWrittenEntry(text, confectioner)
  expect([draft.description, draft.amount, draft.date, parts, questions]).toEqual([text.trim(), null, SENTENCES_TODAY, [], []])
})

/** A piece of a line, and what it makes of the draft. */
interface LinePiece {
  text: string
  draft: Partial<Omit<ReturnType<typeof readingOf>, 'asks'>>
}
type GeneratedTense = 'past' | 'ahead' | 'none'

const piece = (text: string, draft: LinePiece['draft'] = {}): LinePiece => ({ text, draft })
const pieces = (list: readonly (readonly [text: string, draft: LinePiece['draft']])[]) =>
  fc.constantFrom(...list).map(([text, draft]) => piece(text, draft))
const digits = (value: number, length = 2) => String(value).padStart(length, '0')
const grouped = (reais: number) => formatPlainCentavos(reais * 100).slice(0, -3)

const todays = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))

const amountPieces: Arbitrary<LinePiece> = fc.oneof(
  fc.integer({ min: 1, max: 99_999_999_999 }).chain((centavos) => {
    const [reais, cents] = [Math.floor(centavos / 100), digits(centavos % 100)]
    const forms = [
      `${reais},${cents}`,
      `${reais}.${cents}`,
      formatPlainCentavos(centavos),
      `R$ ${reais},${cents}`,
      `r$${grouped(reais)},${cents}`,
    ]
    return fc.constantFrom(...forms).map((text) => piece(text, { amount: centavos }))
  }),
  fc
    .integer({ min: 3000, max: 9_999_999 })
    .chain((reais) =>
      fc
        .constantFrom(`${reais}`, grouped(reais), `R$ ${reais}`, `${reais} reais`, `${grouped(reais)} real`)
        .map((text) => piece(text, { amount: reais * 100 })),
    ),
  fc.integer({ min: 1, max: 999 }).map((tenths) => {
    const text = tenths % 10 === 0 ? `${tenths / 10} mil` : `${Math.floor(tenths / 10)},${tenths % 10} mil`
    return piece(text, { amount: tenths * 10_000 })
  }),
)

const WEEKDAYS = ['domingo', 'segunda', 'terça', 'quarta', 'quinta-feira', 'sexta feira', 'sábado']
const weekdayOf = (date: CalendarDate) => new Date(`${date}T00:00:00Z`).getUTCDay()

/** The nearest day, from today on, backwards or forwards, that a condition holds for. */
function nearest(today: CalendarDate, step: number, holds: (date: CalendarDate) => boolean): CalendarDate {
  let date = today
  while (!holds(date)) date = addDays(date, step)
  return date
}

function datePieces(today: CalendarDate, tense: GeneratedTense): Arbitrary<LinePiece> {
  const step = tense === 'ahead' ? 1 : -1
  const on = (text: string, date: CalendarDate) => piece(text, { date })
  const relative = [
    on('hoje', today),
    on('ontem', addDays(today, -1)),
    on('anteontem', addDays(today, -2)),
    on('amanhã', addDays(today, 1)),
  ]
  const range = tense === 'past' ? { min: -364, max: 0 } : tense === 'ahead' ? { min: 0, max: 364 } : { min: -60, max: 60 }
  return fc.oneof(
    fc.constantFrom(...relative),
    fc
      .integer({ min: 2, max: 99 })
      .chain((days) =>
        fc.constantFrom(
          on(`há ${days} dias`, addDays(today, -days)),
          on(`${days} dias atrás`, addDays(today, -days)),
          on(`daqui a ${days} dias`, addDays(today, days)),
        ),
      ),
    // On the day itself a weekday is ambiguous.
    fc.integer({ min: 1, max: 6 }).chain((days) => {
      const [back, ahead] = [addDays(today, -days), addDays(today, days)]
      const [nameBack, nameAhead] = [WEEKDAYS[weekdayOf(back)] ?? '', WEEKDAYS[weekdayOf(ahead)] ?? '']
      return fc.constantFrom(
        on(nameAhead + ' que vem', ahead),
        on(`na última ${nameBack}`, back),
        step < 0 ? on(nameBack, back) : on(nameAhead, ahead),
      )
    }),
    fc.integer({ min: 1, max: 31 }).map((day) =>
      on(
        `dia ${day}`,
        nearest(today, step, (date) => Number(date.slice(8)) === day),
      ),
    ),
    fc.integer(range).map((days) => {
      const date = addDays(today, days)
      return on(`em ${date.slice(8)}/${date.slice(5, 7)}`, date)
    }),
    fc.integer({ min: -4000, max: 4000 }).chain((days) => {
      const date = addDays(today, days)
      const [year, month, day] = date.split('-') as [string, string, string]
      const name = MONTHS[Number(month) - 1] ?? ''
      return fc.constantFrom(
        ...[`${day}/${month}/${year}`, `${day}-${month}-${year}`, `${Number(day)} de ${name} de ${year}`].map((text) => on(text, date)),
      )
    }),
  )
}

/** Repeats, with their first day where they name one. */
function repeatPieces(today: CalendarDate, tense: GeneratedTense): Arbitrary<LinePiece> {
  const step = tense === 'past' ? -1 : 1
  const repeated: LinePiece[] = [
    piece('todo mês', { repeat: 'month' }),
    piece('toda semana', { repeat: 'week' }),
    piece('todo ano', { repeat: 'year' }),
    piece('a cada 3 meses', { repeat: '3 month' }),
  ]
  return fc.oneof(
    fc.constantFrom(...repeated),
    fc
      .integer({ min: 1, max: 31 })
      .map((day) => piece(`todo dia ${day}`, { repeat: 'month', date: nearest(today, step, (date) => Number(date.slice(8)) === day) })),
    fc.integer({ min: 1, max: 6 }).map((days) => {
      const date = addDays(today, days * step)
      return piece(`toda ${WEEKDAYS[weekdayOf(date)] ?? ''}`, { repeat: 'week', date })
    }),
  )
}

/** A line in a form of the grammar, and its reading. */
const entryLines = fc
  .record({ today: todays, tense: fc.constantFrom<GeneratedTense>('past', 'ahead', 'none') })
  .chain(({ today, tense }) => {
    const said: Arbitrary<LinePiece> = {
      past: pieces([
        ...['recebi', 'entrou', 'vendi'].map((text) => [text, { type: 'income' }] as const),
        ...['paguei', 'gastei', 'comprei', 'saiu'].map((text) => [text, { type: 'expense' }] as const),
      ]),
      ahead: pieces([
        ['a receber', { type: 'income', isScheduled: true }],
        ['a pagar', { type: 'expense', isScheduled: true }],
        ['agendar', { isScheduled: true }],
      ]),
      none: fc.constant(piece('')),
    }[tense]
    const described = fc
      .constantFrom('mercado', 'bolo de cenoura', 'Farinha', 'curso de inglês', 'Posto Avenida', 'conserto do freezer')
      .map((text) => piece(text, { description: text[0]?.toUpperCase() + text.slice(1) }))
    const repeats = fc.oneof(repeatPieces(today, tense), fc.constant(piece('')))
    const instalments = fc.integer({ min: 2, max: 120 }).map((count) => piece(`em ${count}x`, { repeat: `${count}x` }))
    const money = fc.oneof(
      amountPieces,
      fc
        .tuple(amountPieces, instalments)
        .map(([amount, parts]) => piece(`${amount.text} ${parts.text}`, { ...amount.draft, ...parts.draft })),
      fc
        .tuple(fc.integer({ min: 1, max: 9_999 }), fc.integer({ min: 2, max: 120 }))
        .map(([reais, count]) => piece(`${count}x de ${reais}`, { amount: reais * count * 100, repeat: `${count}x` })),
    )
    const categories = pieces([
      ['#equip', { category: 'Equipamentos' }],
      ['#FORNECEDORES', { category: 'Fornecedores' }],
      ['#agua', { category: 'Água, luz e internet' }],
      ['', {}],
    ])
    const wallets = pieces([
      ['no nubank', { wallet: 'nubank' }],
      ['em dinheiro', { wallet: 'caixa' }],
      ['com o cartão', { wallet: 'nubank' }],
      ['pelo Int', { wallet: 'inter' }],
      ['', {}],
    ])
    const optionalDate = fc.oneof(datePieces(today, tense), fc.constant(piece('')))
    return fc
      .tuple(said, described, money, repeats, categories, wallets, optionalDate)
      .chain(([verb, description, amount, repeat, category, wallet, date]) => {
        const isIncome = verb.draft.type === 'income'
        const isInParts = amount.draft.repeat !== undefined
        const repeated = isInParts ? piece('') : repeat
        // What repeats comes next; a day without a verb is the last one otherwise.
        const dated = (repeated.draft.date ?? (repeated.text !== '' && tense === 'none')) ? piece('') : date
        const used = [verb, description, amount, repeated, isIncome ? piece('') : category, wallet, dated]
        const expected = { date: today, ...(Object.assign({}, ...used.map((each) => each.draft)) as LinePiece['draft']) }
        return fc.shuffledSubarray(used, { minLength: used.length }).map((shuffled) => ({
          today,
          text: shuffled.flatMap(({ text }) => (text === '' ? [] : [text])).join(' '),
          expected: {
            ...NO_DETAILS,
            ...expected,
            isScheduled: expected.isScheduled === true || (expected.date ?? today) > today,
          },
        }))
      })
  })

/** A transfer in the order in which it is said, and its reading. */
const transferLines = todays.chain((today) =>
  fc
    .tuple(
      fc.constantFrom(
        ['sacar', '', 'inter', 'caixa'],
        ['saquei', 'do inter', 'inter', 'caixa'],
        ['depositei', 'no inter', 'caixa', 'inter'],
        ['transferi', 'pro caixa', 'inter', 'caixa'],
        ['transferi', 'do caixa pro Inter', 'caixa', 'inter'],
        ['paguei a fatura', '', 'inter', 'nubank'],
        ['paguei o cartão', 'com dinheiro', 'caixa', 'nubank'],
        ['fatura do nub', '', 'inter', 'nubank'],
      ),
      amountPieces,
      datePieces(today, 'past'),
      fc.boolean(),
    )
    .map(([[verb = '', places = '', wallet = '', toWallet = ''], amount, day, isDayLast]) => {
      // Without a verb of the past a day and month is the nearest one, which may come.
      const date = !verb.startsWith('paguei') ? piece('ontem', { date: addDays(today, -1) }) : day
      const names: Record<string, string> = { inter: 'Inter', caixa: 'Caixa', nubank: 'Nubank' }
      const words = isDayLast ? [verb, amount.text, places, date.text] : [date.text, verb, places, amount.text]
      return {
        today,
        text: words.filter((word) => word !== '').join(' '),
        expected: {
          ...NO_DETAILS,
          ...date.draft,
          ...amount.draft,
          type: 'transfer',
          description: `${names[wallet] ?? ''} → ${names[toWallet] ?? ''}`,
          isScheduled: (date.draft.date ?? today) > today,
          wallet,
          toWallet,
        },
      }
    }),
)

it('reads back a draft written in every form of the grammar', () => {
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: entryLines }, transferLines), ({ today, text, expected }) => {
      expect([text, readingOf(readWrittenEntry(text, { ...confectioner, descriptions: [], today }))]).toEqual([text, expected])
    }),
    { numRuns: 300 },
  )
})

/** Cheaper to set up than fast-check's own texts of every character. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0x10ffff }), fc.integer({ min: 0, max: 0x24f })), { maxLength: 60 })
  .map((codes) => String.fromCodePoint(...codes))

const UNREADABLE =
  '1,250|0.500|007|-45,90|10%|12345678|31/02|00/10|32/10|14:30|220v|1.2.3|12/2026|45,999|41 99988-7766|nota 1234|5 kg|dia 32|dia 0|' +
  'parcela 3/10|bolo|festa|à|R$ dez|1️⃣|٤٥|４５|0,00|0'
const unreadableWords = UNREADABLE.split('|')

it('yields no amount and no date of a text that it cannot read', () => {
  const unreadable = fc.oneof(
    fc.array(fc.constantFrom(...unreadableWords), { maxLength: 6 }).map((words) => words.join(' ')),
    anyText.filter((text) => !/\d/.test(text)),
  )
  fc.assert(
    fc.property(unreadable, (text) => {
      const { draft, questions } = readWrittenEntry(text, electrician)
      expect([text, draft.amount, draft.date, draft.repeat, questions]).toEqual([text, null, SENTENCES_TODAY, null, []])
    }),
    { numRuns: 300 },
  )
})

it('marks disjoint parts of any text, describes it in the stored form, and settles each question by any answer', () => {
  const words = Object.values(SENTENCE_WRITERS).flatMap(({ sentences }) => sentences.flatMap(([text]) => text.split(' ')))
  const anything = fc.oneof(
    { weight: 4, arbitrary: fc.array(fc.constantFrom(...words, ...unreadableWords), { maxLength: 9 }).map((list) => list.join(' ')) },
    anyText,
  )
  fc.assert(
    fc.property(anything, fc.constantFrom(confectioner, electrician), (text, knowledge) => {
      const { draft, parts, questions } = readWrittenEntry(text, knowledge)
      let position = 0
      for (const { start, end } of parts) {
        expect(start).toBeGreaterThanOrEqual(position)
        expect(end).toBeGreaterThan(start)
        expect(text.slice(start, end)).toBe(text.slice(start, end).trim())
        position = end
      }
      expect(position).toBeLessThanOrEqual(text.length)
      expect(normaliseText(draft.description)).toBe(draft.description)
      const kinds = new Set(parts.map(({ kind }) => kind))
      if (draft.amount !== null) expect(kinds).toContain('amount')
      if (draft.date !== SENTENCES_TODAY) expect(kinds.has('date') || kinds.has('repeat')).toBe(true)
      for (const { field, alternatives } of questions) {
        expect(alternatives.length).toBeGreaterThan(1)
        for (const { choices, draft: chosen } of alternatives) {
          const answered = readWrittenEntry(text, knowledge, choices)
          expect(answered.draft).toEqual(chosen)
          expect(answered.questions.map((each) => each.field)).not.toContain(field)
        }
      }
    }),
    { numRuns: 300 },
  )
})
