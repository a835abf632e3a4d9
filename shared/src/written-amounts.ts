import type { CalendarDate } from './calendar.js'
import { MAX_CENTAVOS, parseCentavos, type Centavos } from './money.js'
import { isConnecting, READ, wholeWords, type TextSpan, type EntryLine } from './written-line.js'

/** The amounts of a written line, and its numbers that are none. */

/** A number that may be the amount. `values` are its meanings in centavos: `10x 360` is 3.600,00 or 360,00 in all. */
export interface WrittenAmount extends TextSpan {
  values: Centavos[]
}

/** The possible amounts of a line. Null among `values`: perhaps none of its numbers is an amount. */
export interface AmountReading {
  candidates: WrittenAmount[]
  values: (Centavos | null)[]
}

interface NumberInLine extends WrittenAmount {
  hasCurrency: boolean
  /** Digits alone, as in `350`. */
  isBare: boolean
}

const UNITS =
  'kg|g|gr|grs|gramas?|[kq]uilos?|mg|l|lts?|litros?|ml|cm|mm|m|mts?|metros?|m2|m3|km|un|und|unid|uni|unidades?|pcts?|cxs?|dz|duzias?|pcs?|' +
  'v|volts|w|watts|amperes|hp|cv|btus|gb|mb|tb|megas?|gigas?|h|hs|horas?|min|minutos?|polegadas|pol|por cento|graus'

/** Numbers that name or measure something, whatever else the line has. */
const NO_AMOUNTS = [
  `(?:nota fiscal|nota|nf-?e?|nfs-?e?|cupom|num|numero|nr|n[º°.]?|pedido|ped|protocolo|apto?|apartamento|bloco|cod|codigo|ref|` +
    `matricula|ramal|tam|tamanho|br|cep|cpf|cnpj|lei|placa)[.:]? (?:n[º°.]? |numero )?\\d+(?! (?:reais|real|mil))`,
  `parc(?:ela)?[.:]? \\d{1,3} ?(?:/|de) ?\\d{1,3}`,
  `[\\d.]+(?:[,/]\\d+)?(?: mil)? (?:${UNITS})`,
  `\\d em \\d`,
  `\\(?\\d{2}\\)? 9?\\d{4}-\\d{4}`,
].map(wholeWords)

/** Groups: currency, digits, thousands, hundreds (`2 mil e 500`), unit, centavos behind a unit, centavos by their name. */
const AMOUNT = wholeWords(
  `((?:r[$s]|\\$) ?)?(\\d{1,3}(?:\\.\\d{3})+(?:,\\d{1,2})?|\\d{1,9}(?:[.,]\\d{1,2})?|,\\d{2})(?:( ?mil(?! folhas)|k)(?: e (\\d{1,3}))?)?` +
    `(?:( reais| real| contos?| pilas?)(?: e (\\d{1,2})(?: centavos)?)?| e (\\d{1,2}) centavos)?`,
)

const FREE = new RegExp(`[^ ${READ}]`)
/** Names that end like a plural. */
const NAMES = /^(?:lucas|carlos|marcos|th?ais|lais|lu[ií]s|jesus|math?eus|elias|tomas|nicolas|douglas|vinicius|denis|ines|isis|iris|reis)$/
const NUMBERED = /(?:^| )(?:mesa|loja|sala|box|linha|quarto|lote|quadra|turma|os|parcela|parc|posto|etapa|kit|casa|cota|aro) $/

/** Hides the numbers that name or measure something, such as `nota 1234` and `5 kg`. */
export function hideNumbers(line: EntryLine): void {
  for (const pattern of NO_AMOUNTS) {
    for (const { 0: raw, index } of line.findAll(pattern)) line.hide(index, index + raw.length)
  }
}

/**
 * The possible amounts of a line, once its dates are read. One with a currency wins; a quantity, a year or a number of a known
 * description is an amount only if there is no other, and then it is asked.
 * @param instalments the number of instalments, and where `10x` and `10x de` end; null without any
 * @param descriptions known descriptions with numbers, folded
 */
export function readAmounts(
  line: EntryLine,
  today: CalendarDate,
  instalments: { count: number; end: number; isOfEach: boolean } | null,
  descriptions: readonly string[],
): AmountReading {
  const all = line.findAll(AMOUNT).flatMap((match) => numberOf(match, line.rest) ?? [])
  for (const number of all) {
    if (!instalments || number.start !== instalments.end + 1) continue
    const total = (number.values[0] as number) * instalments.count
    const totals = total <= MAX_CENTAVOS ? [total] : []
    number.values = instalments.isOfEach ? totals : [...totals, ...number.values]
    number.isBare = false
  }
  const withCurrency = all.filter(({ hasCurrency }) => hasCurrency)
  const numbers = withCurrency.length > 0 ? withCurrency : all
  const known = descriptions.flatMap((description) => {
    const index = ` ${line.folded} `.indexOf(` ${description} `)
    return index < 0 ? [] : [{ start: index, end: index + description.length }]
  })
  const candidates = numbers.filter((number) => !isDoubtful(line, number, numbers, today, known))
  const isDoubted = candidates.length === 0
  // A price with centavos is the likelier one: it is offered first.
  const remaining = (isDoubted ? [...numbers] : candidates).sort((one, other) => Number(one.isBare) - Number(other.isBare))
  const values = [...new Set(remaining.flatMap((each) => each.values))]
  return { candidates: remaining, values: isDoubted && values.length > 0 ? [...values, null] : values }
}

function numberOf(match: RegExpExecArray, text: string): NumberInLine | null {
  const { 0: raw, index, 1: currency, 2: digits = '', 3: thousands, 4: hundreds, 5: unit, 6: behind, 7: named } = match
  const isBare = /^\d+$/.test(digits) && !thousands && !currency && !unit && !named
  // `dia 32` is no day, and no amount either.
  if (isBare && (digits.length > 7 || /(?:^| )dia $/.test(text.slice(0, index)))) return null
  if (/^0(?:\d|\.\d{3})/.test(digits)) return null
  const whole = (parseCentavos(digits) ?? 0) * (thousands ? 1000 : 1) + Number(hundreds ?? 0) * 100
  const value = whole + Number(behind ?? named ?? 0)
  if (value < 1 || value > MAX_CENTAVOS) return null
  return { start: index, end: index + raw.length, values: [value], hasCurrency: Boolean(currency ?? unit), isBare }
}

/** Whether a number rather counts or names something than being the amount. */
function isDoubtful(
  line: EntryLine,
  number: NumberInLine,
  numbers: readonly NumberInLine[],
  today: CalendarDate,
  known: readonly TextSpan[],
): boolean {
  if (!number.isBare) return false
  if (known.some(({ start, end }) => start <= number.start && number.end <= end)) return true
  const value = (number.values[0] as number) / 100
  const isAlone = numbers.length === 1
  const before = line.rest.slice(0, number.start)
  const next = /^ ([a-z]+)/.exec(line.rest.slice(number.end))?.[1] ?? ''
  if (Math.abs(value - Number(today.slice(0, 4))) <= 3) return true
  if (value < 100 && NUMBERED.test(before)) return true
  if (value > 100 || next === '' || isConnecting(next) || NAMES.test(next)) return false
  // `recebi 45 lucas` and `luz 90 juntos` have one number, which is the amount; `2 pizzas` waits for its price.
  const isFirst = !FREE.test(before) && !/recebi|paguei|gastei|entrou|saiu|pagar|receber/.test(line.folded.slice(0, number.start))
  const countsNoun = /^(?:dias|semanas|meses|anos)$/.test(next) || (value === 1 ? next.length > 2 : /^[a-z]{2,}s$/.test(next))
  if (isAlone) return countsNoun && isFirst
  return countsNoun || (isFirst && numbers.some(({ isBare }) => !isBare))
}
