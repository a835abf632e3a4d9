import { addDays, type CalendarDate } from '@prumo/shared/calendar'
import fc from 'fast-check'
import type { ColumnChoice } from './column-choice'
import { delimiterOf } from './delimiter'
import { fileText } from './file-text'
import { likelyChoice, readMapped, unknownTable } from './mapped-table'
import { readOfx } from './ofx'
import type { Statement } from './statement'
import { tableRows } from './table'
import { readCsv, TODAY } from './test-reading'

/** A generated line of a statement. */
interface Line {
  date: CalendarDate
  centavos: number
  text: string
}

const line: fc.Arbitrary<Line> = fc.record({
  date: fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-01-01', days)),
  centavos: fc.integer({ min: -99_999_999, max: 99_999_999 }).filter((centavos) => centavos !== 0),
  // Excludes words that some banks use for rows of their own.
  text: fc
    .stringMatching(/^[A-Za-zçãé&.'*/-]{1,12}( [A-Za-zçãé0-9]{1,8}){0,3}$/)
    .filter((text) => /[A-Za-z]{2}/.test(text) && !/^(saldo|sdo|s a l d o|total|subtotal)/i.test(text)),
})
const statement = fc.array(line, { minLength: 1, maxLength: 30 }).map((lines) => lines.toSorted((a, b) => a.date.localeCompare(b.date)))

const day = (date: CalendarDate, sign = '/') => date.split('-').toReversed().join(sign)
const shortDay = (date: CalendarDate) => day(date).replace(/\d{2}(\d{2})$/, '$1')
const dot = (centavos: number) => (centavos / 100).toFixed(2)
const comma = (centavos: number) => {
  const [whole = '', decimals = ''] = (Math.abs(centavos) / 100).toFixed(2).split('.')
  return `${centavos < 0 ? '-' : ''}${whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')},${decimals}`
}
const pair = (centavos: number, form: (centavos: number) => string) =>
  centavos > 0 ? [form(centavos), ''] : ['', form(Math.abs(centavos))]
const after = (lines: readonly Line[], index: number) => lines.slice(0, index + 1).reduce((sum, { centavos }) => sum + centavos, 100_000)
const afterDay = (lines: readonly Line[], { date }: Line) =>
  after(
    lines,
    lines.findLastIndex((each) => each.date === date),
  )

/** A bank's format: the rows above the entries, one entry, and the rows below. */
export interface Form {
  above: string
  entry: (line: Line, index: number, lines: readonly Line[]) => string
  below?: string
  latin1?: true
  /** Matches a separator of its values, to remove one of them. */
  between?: RegExp
  read?: (text: string) => Statement | null
}

/** Reads an unknown table with its detected columns. */
function readUnknown(text: string): Statement | null {
  const table = unknownTable(tableRows(text, delimiterOf(text)))
  const choice: ColumnChoice | null = table && likelyChoice(table)
  return table && choice ? readMapped(table, choice, { today: TODAY }) : null
}

/** Every known format, and tables with other column names. */
export const forms: Readonly<Record<string, Form>> = {
  'Nubank, account': {
    above: 'Data,Valor,Identificador,Descrição',
    entry: ({ date, centavos, text }, index) => `${day(date)},${dot(centavos)},id-${index},"${text}"`,
  },
  'Nubank, card': { above: 'date,title,amount', entry: ({ date, centavos, text }) => `${date},"${text}",${dot(-centavos)}` },
  Inter: {
    above: 'Extrato Conta Corrente\nConta ;123\n\nData Lançamento;Histórico;Descrição;Valor;Saldo',
    entry: ({ date, centavos, text }, index, lines) => `${day(date)};;${text};${comma(centavos)};${comma(after(lines, index))}`,
  },
  'Inter, bill': {
    above: '"Data","Lançamento","Categoria","Tipo","Valor"',
    entry: ({ date, centavos, text }) => `"${day(date)}","${text}","OUTROS","Compra à vista","R$ ${comma(-centavos)}"`,
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
  'Bradesco Net Empresa': {
    above: ';Extrato de: Agência: 771  Conta: 1-4\nData;Lançamento;Dcto.;Crédito (R$);Débito (R$);Saldo (R$)',
    entry: ({ date, centavos, text }, index, lines) =>
      `${day(date)};${text};${index};${centavos > 0 ? comma(centavos) : ''};${centavos < 0 ? comma(centavos) : ''};${comma(after(lines, index))}`,
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
  'Banco do Brasil': {
    above: '"Data","Lançamento","Detalhes","Nº documento","Valor","Tipo Lançamento"\n"31/12/2025","Saldo Anterior","","","1.000,00",""',
    entry: ({ date, centavos, text }, index) =>
      `"${day(date)}","${text}","","${index}","${comma(centavos)}","${centavos > 0 ? 'Entrada' : 'Saída'}"`,
    latin1: true,
  },
  'Banco do Brasil, older': {
    above: '"Data","Dependencia Origem","Histórico","Data do Balancete","Número do documento","Valor",',
    entry: ({ date, centavos, text }, index) => `"${day(date)}","","${text}","","${index}","${dot(centavos)}",`,
    latin1: true,
  },
  'C6, account': {
    above: 'EXTRATO\nAgência: 1 / Conta: 9\n\nData Lançamento,Data Contábil,Título,Descrição,Entrada(R$),Saída(R$),Saldo do Dia(R$)',
    entry: (entry, _index, lines) => {
      const { date, centavos, text } = entry
      const [into, out] = [Math.max(centavos, 0), Math.max(-centavos, 0)].map(dot)
      return `${day(date)},${day(date)},"${text}",,${into},${out},${dot(afterDay(lines, entry))}`
    },
  },
  'C6, bill': {
    above: 'Data de Compra;Nome no Cartão;Final do Cartão;Categoria;Descrição;Parcela;Valor (em US$);Cotação (em R$);Valor (em R$)',
    entry: ({ date, centavos, text }) => `${day(date)};RUTE;7731;Outros;${text};Única;0;0;${dot(-centavos)}`,
  },
  Caixa: {
    above: '"Conta";"Data_Mov";"Nr_Doc";"Historico";"Valor";"Deb_Cred"',
    entry: ({ date, centavos, text }, index) =>
      `"0771";"${date.replaceAll('-', '')}";"${index}";"${text}";"${dot(Math.abs(centavos))}";"${centavos > 0 ? 'C' : 'D'}"`,
  },
  'XP, bill': {
    above: 'Data;Estabelecimento;Portador;Valor;Parcela',
    entry: ({ date, centavos, text }) => `${day(date)};${text};RUTE MOURA;R$ ${comma(-centavos)};-`,
  },
  Sicredi: {
    above: 'Associado: RUTE\nConta: 4-7\n\nData,Descrição,Documento,Valor (R$),Saldo (R$)\n,SALDO ANTERIOR,,,1000.00',
    entry: ({ date, centavos, text }, index, lines) => `${day(date)},"${text}",PIX,${dot(centavos)},${dot(after(lines, index))}`,
  },
  Santander: {
    above: 'Banco Santander\nData;Histórico;Documento;Valor (R$);Saldo (R$)',
    entry: ({ date, centavos, text }, index, lines) => `${day(date)};${text};${index};${comma(centavos)};${comma(after(lines, index))}`,
  },
  'Santander, two columns': {
    above: 'Data;;Descrição;Docto;Situação;Crédito (R$);Débito (R$);Saldo (R$)',
    entry: ({ date, centavos, text }, index, lines) =>
      `${day(date)};;${text};${index};Efetivado;${pair(centavos, comma).join(';')};${comma(after(lines, index))}`,
  },
  PicPay: {
    above: 'Data;Hora;Tipo;Origem / Destino;Valor;Saldo',
    entry: ({ date, centavos, text }, index, lines) => `${day(date)};10:00;${text};;${comma(centavos)};${comma(after(lines, index))}`,
  },
  'unknown, a letter for the sign': {
    above: 'Dia;Texto;Quantia;D/C',
    entry: ({ date, centavos, text }) => `${day(date, '.')};${text};${comma(Math.abs(centavos))};${centavos > 0 ? 'C' : 'D'}`,
    read: readUnknown,
  },
  'unknown, two columns': {
    above: 'Dt_Mov;Histórico;Entradas;Saídas',
    entry: ({ date, centavos, text }) => `${date};${text};${pair(centavos, comma).join(';')}`,
    read: readUnknown,
  },
  'unknown, without names': {
    above: 'A;B;C;D',
    entry: ({ date, centavos, text }, index, lines) => `${date.replaceAll('-', '')};${text};${dot(after(lines, index))};${dot(centavos)}`,
    // Confirmed balances replace the names.
    read: (text) => (text.split('\n').filter(Boolean).length > 4 ? readUnknown(text) : null),
  },
  'unknown, tabs and a minus behind': {
    above: 'Data\tDescrição\tValor',
    entry: ({ date, centavos, text }) => `${day(date)}\t${text}\t${comma(Math.abs(centavos))}${centavos < 0 ? '-' : ''}`,
    read: readUnknown,
  },
  'OFX with open leaves': {
    above: 'OFXHEADER:100\n<OFX><STMTRS><BANKACCTFROM><BANKID>1<ACCTID>2</BANKACCTFROM><BANKTRANLIST>',
    entry: ({ date, centavos, text }, index) =>
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${date.replaceAll('-', '')}[-3:BRT]<TRNAMT>${index % 2 ? dot(centavos) : comma(centavos)}<FITID>0<MEMO>${text}</STMTTRN>`,
    below: '</BANKTRANLIST></STMTRS></OFX>',
    between: /(<[^>]+>)/,
    read: (text) => readOfx(text, { today: TODAY })[0] ?? null,
  },
  'OFX with types instead of signs': {
    above: 'OFXHEADER:100\n<OFX><STMTRS><BANKACCTFROM><BANKID>1<ACCTID>2</BANKACCTFROM><BANKTRANLIST>',
    entry: ({ date, centavos, text }) =>
      `<STMTTRN><TRNTYPE>${centavos > 0 ? 'CREDIT' : 'DEBIT'}</TRNTYPE><DTPOSTED>${date.replaceAll('-', '')}</DTPOSTED><TRNAMT>\n${dot(Math.abs(centavos))}</TRNAMT><MEMO><![CDATA[${text}]]></MEMO></STMTTRN>`,
    below: '</BANKTRANLIST></STMTRS></OFX>',
    between: /(<[^>]+>)/,
    read: (text) => readOfx(text, { today: TODAY })[0] ?? null,
  },
}

function write({ above, entry, below = '' }: Form, lines: readonly Line[]): string {
  return [above, ...lines.map((one, index) => entry(one, index, lines)), below].join('\n')
}

function read({ latin1, read: reads = readCsv }: Form, text: string): Statement | null {
  const bytes = latin1 ? Uint8Array.from(text, (letter) => letter.charCodeAt(0)) : new TextEncoder().encode(text)
  return reads(fileText(bytes))
}

const moved = ({ date, centavos }: Pick<Line, 'date' | 'centavos'>) => `${date} ${centavos}`

/** The sign of a card's purchases is inferred from the lines, which are random here. */
const isUnsure = (lines: readonly Line[]) => lines.every(({ centavos }) => centavos > 0)

/** Checks that generated statements are read back to the centavo, line by line. */
export function checkReading(form: Form, numRuns: number): void {
  fc.assert(
    fc.property(statement, (lines) => {
      fc.pre(form.read === undefined || !isUnsure(lines))
      const found = read(form, write(form, lines))
      fc.pre(found !== null || form.read === undefined)
      expect(found?.unread).toEqual([])
      expect(found?.lines.map((each) => `${moved(each)} ${each.memo}`)).toEqual(lines.map((each) => `${moved(each)} ${each.text}`))
    }),
    { numRuns },
  )
}

const JUNK = ['', '??', '00/00/0000', '00000000', '1.2.3', '12,3456', 'R$', '-', 'abc', '99/99/9999']
/** The damage to an entry: another value, an extra quotation mark or delimiter, a letter in another encoding. */
const damage = fc.oneof(
  fc.record({ kind: fc.constant('value' as const), cell: fc.nat(), replacement: fc.constantFrom(...JUNK) }),
  fc.record({ kind: fc.constantFrom('mark' as const, 'column' as const), cell: fc.nat(), replacement: fc.constant('') }),
)

/** Checks that rows of damaged statements are read as they were or listed, never wrong and never lost. */
export function checkDamage(form: Form, numRuns: number): void {
  fc.assert(
    fc.property(statement, fc.nat(), damage, fc.boolean(), (lines, at, { kind, cell, replacement }, hasReturns) => {
      fc.pre(form.read === undefined || !isUnsure(lines))
      const broken = at % lines.length
      const entry = form.entry(lines[broken] as Line, broken, lines)
      const between = form.between ?? (entry.includes(';') ? /(;)/ : entry.includes('\t') ? /(\t)/ : /(,)(?=(?:[^"]*"[^"]*")*[^"]*$)/)
      const cells = entry.split(between)
      const values = cells.flatMap((text, index) => (index % 2 === 0 && /\d/.test(text) && !/[A-Za-z]{2}/.test(text) ? [index] : []))
      const chosen = values[cell % values.length] as number
      const texts = cells.map((text, index) => {
        if (kind === 'value' && index === chosen) return replacement
        if (kind === 'mark' && text.includes(lines[broken]?.text as string)) return `"${text.replaceAll('"', '')}`
        return text
      })
      const damaged = `${texts.join('')}${kind === 'column' && form.between === undefined ? `${cells[1]}9,99` : ''}`
      const text = write({ ...form, entry: (one, index) => (index === broken ? damaged : form.entry(one, index, lines)) }, lines)
      const found = read(form, hasReturns ? text.replaceAll('\n', '\r\n') : text)
      if (found === null) return fc.pre(false)
      const { lines: understood, unread, otherLines } = found
      const whole = lines.map(moved)
      expect(understood.map(moved).filter((each) => !whole.includes(each))).toEqual([])
      const isBalance = (each: { text: string; kind?: string }) => /saldo anterior/i.test(each.text)
      expect(understood.length + unread.length + otherLines.filter((each) => !isBalance(each)).length).toBe(lines.length)
    }),
    { numRuns },
  )
}
