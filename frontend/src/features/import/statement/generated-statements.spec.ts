import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import fc from 'fast-check'
import { readCsv } from './csv'
import { fileText } from './file-text'
import { readOfx } from './ofx'
import type { Statement } from './statement'

/** A line of a statement that is generated. */
interface Line {
  date: CalendarDate
  centavos: number
  text: string
}

const line: fc.Arbitrary<Line> = fc.record({
  date: fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-01-01', days)),
  centavos: fc.integer({ min: -99_999_999, max: 99_999_999 }).filter((centavos) => centavos !== 0),
  // What some banks take for lines of their own is not among the words.
  text: fc.stringMatching(/^[A-Za-zçãé&.'*/-]{1,12}( [A-Za-zçãé0-9]{1,8}){0,3}$/).filter((text) => !/^(saldo|total)/i.test(text)),
})
const statement = fc.array(line, { minLength: 1, maxLength: 30 }).map((lines) => lines.toSorted((a, b) => a.date.localeCompare(b.date)))

const day = (date: CalendarDate, sign = '/') => date.split('-').toReversed().join(sign)
const shortDay = (date: CalendarDate) => day(date).replace(/\d{2}(\d{2})$/, '$1')
const dot = (centavos: number) => (centavos / 100).toFixed(2)
const comma = (centavos: number) => {
  const [whole = '', decimals = ''] = (Math.abs(centavos) / 100).toFixed(2).split('.')
  return `${centavos < 0 ? '-' : ''}${whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')},${decimals}`
}
const after = (lines: readonly Line[], index: number) => lines.slice(0, index + 1).reduce((sum, { centavos }) => sum + centavos, 100_000)

/** A form in which a bank writes: what stands above the entries, one of them, what stands below. */
interface Form {
  above: string
  entry: (line: Line, index: number, lines: readonly Line[]) => string
  below?: string
  latin1?: true
  /** What stands between its values, for taking one of them away. */
  between?: RegExp
  read?: (text: string) => Statement | null
}

const forms: Readonly<Record<string, Form>> = {
  'Nubank, account': {
    above: 'Data,Valor,Identificador,Descrição',
    entry: ({ date, centavos, text }, index) => `${day(date)},${dot(centavos)},id-${index},"${text}"`,
  },
  'Nubank, card': { above: 'date,title,amount', entry: ({ date, centavos, text }) => `${date},"${text}",${dot(-centavos)}` },
  Inter: {
    above: 'Extrato Conta Corrente\nConta ;123\n\nData Lançamento;Histórico;Descrição;Valor;Saldo',
    entry: ({ date, centavos, text }, index, lines) => `${day(date)};;${text};${comma(centavos)};${comma(after(lines, index))}`,
  },
  Itaú: {
    above: 'Conta;1-2\n\ndata;lançamento;ag./origem;valor (R$);saldos (R$)',
    entry: ({ date, centavos, text }) => `${day(date)};${text};;${comma(centavos)};`,
  },
  Bradesco: {
    above: 'Extrato de: Ag: 1 | Conta: 2-3\nData;Histórico;Docto.;Crédito (R$);Débito (R$);Saldo (R$)',
    entry: ({ date, centavos, text }, index, lines) =>
      `${shortDay(date)};${text};${index};${centavos > 0 ? comma(centavos) : ''};${centavos < 0 ? comma(index % 2 ? centavos : -centavos) : ''};${comma(after(lines, index))}`,
    latin1: true,
  },
  'Mercado Pago': {
    above: 'INITIAL_BALANCE;FINAL_BALANCE\n0,00;0,00\n\nRELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE',
    entry: ({ date, centavos, text }, index, lines) => `${day(date, '-')};${text};7;${comma(centavos)};${comma(after(lines, index))}`,
  },
  PagBank: {
    above: 'CODIGO DA TRANSACAO;DATA;TIPO;DESCRICAO;VALOR',
    entry: ({ date, centavos, text }, index) => `C${index};${day(date)};${text};;${comma(centavos)}`,
    latin1: true,
  },
  'OFX with open leaves': {
    above: 'OFXHEADER:100\n<OFX><STMTRS><BANKACCTFROM><BANKID>1<ACCTID>2</BANKACCTFROM><BANKTRANLIST>',
    entry: ({ date, centavos, text }, index) =>
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${date.replaceAll('-', '')}[-3:BRT]<TRNAMT>${index % 2 ? dot(centavos) : comma(centavos)}<FITID>0<MEMO>${text}</STMTTRN>`,
    below: '</BANKTRANLIST></STMTRS></OFX>',
    between: /(<[^>]+>)/,
    read: (text) => readOfx(text)[0] ?? null,
  },
}

function write({ above, entry, below = '' }: Form, lines: readonly Line[]): string {
  return [above, ...lines.map((one, index) => entry(one, index, lines)), below].join('\n')
}

function read({ latin1, read: reads = readCsv }: Form, text: string): Statement | null {
  const bytes = latin1 ? Uint8Array.from(text, (letter) => letter.charCodeAt(0)) : new TextEncoder().encode(text)
  return reads(fileText(bytes))
}

const told = ({ date, centavos, text }: Line) => `${date} ${centavos} ${text}`

describe.each(Object.entries(forms))('whatever is written in the form of %s', (_, form) => {
  it('is read back to the centavo, line by line', () => {
    fc.assert(
      fc.property(statement, (lines) => {
        const found = read(form, write(form, lines))
        expect(found?.unread).toEqual([])
        expect(found?.lines.map(({ date, centavos, memo }) => told({ date, centavos, text: memo }))).toEqual(lines.map(told))
      }),
      { numRuns: 60 },
    )
  })

  it('and then broken is read as it was or listed as not understood, never wrong', () => {
    const junk = fc.constantFrom('', '??', '00/00/0000', '00000000', '1.2.3', '12,345', 'R$', '-', 'abc', '99/99/9999')
    fc.assert(
      fc.property(statement, fc.nat(), fc.nat(), junk, (lines, at, cell, instead) => {
        const broken = at % lines.length
        const entry = form.entry(lines[broken] as Line, broken, lines)
        const cells = entry.split(form.between ?? (entry.includes(';') ? /(;)/ : /(,)(?=(?:[^"]*"[^"]*")*[^"]*$)/))
        const values = cells.flatMap((text, index) => (index % 2 === 0 && /\d/.test(text) && !/[A-Za-z]/.test(text) ? [index] : []))
        const chosen = values[cell % values.length] as number
        const mended = cells.map((text, index) => (index === chosen ? instead : text)).join('')
        const text = write({ ...form, entry: (one, index) => (index === broken ? mended : form.entry(one, index, lines)) }, lines)
        const found = read(form, text)
        // A text that was broken is still the file's own text.
        const whole = new Set(lines.map(({ date, centavos }) => `${date} ${centavos}`))
        const wrong = (found?.lines ?? []).filter(({ date, centavos }) => !whole.has(`${date} ${centavos}`))
        expect(wrong).toEqual([])
        expect((found?.lines.length ?? 0) + (found?.unread.length ?? 0)).toBeGreaterThanOrEqual(lines.length - 1)
      }),
      { numRuns: 60 },
    )
  })
})
