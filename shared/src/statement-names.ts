import { MAX_TITLE } from './limits.js'
import { cutText } from './text-form.js'

/** What banks write before the name, without accents. Their Pix lines and transfers may end in the day. */
const TRANSFER_FORMS = [
  // Nubank
  String.raw`transferencia (?:enviada|recebida) pelo pix(?: via open banking - iniciada por: [^-]{1,60})?`,
  'reembolso recebido pelo pix',
  // Mercado Pago
  'transferencia pix (?:enviada|recebida)',
  'pagamento com qr pix',
  // Bradesco
  'transferencia pix (?:remt?|des)',
  'pix qr code (?:dinamico|estatico)(?: des| rem)?',
  String.raw`(?:recebimento )?ted[- ](?:d |transf elet dispon )?remet`,
  // Caixa
  'pix recebido dados (?:da )?conta',
  String.raw`(?:cred|deb) pix (?:chave|qr cod(?:e|igo)?(?: est| din)?)`,
  'envio pix',
  // Inter, Santander, C6, Banco do Brasil, PagBank, PicPay
  String.raw`(?:(?:entrada|saida) pix )?(?:qr code )?pix ?-? ?(?:enviad[oa]|recebid[oa])(?: interno)?(?: qr code)?(?: rem| des)?(?: para| de)?`,
  String.raw`transf(?:erencia|\.)? (?:enviada|recebida)(?: para| de)?`,
  // Banco do Brasil, Santander
  'ted ?-? ?credito em conta',
  'ted (?:enviada|recebida)(?: para| de)?',
  // Itaú
  'pix (?:qrs|transf|aut)',
  String.raw`pay(?=.*\d\d[/ ]\d\d$)`,
  'rsc(?:cs|ss)',
  String.raw`(?:ted|doc) \d{3}\.\d{4}`,
  // Sicoob
  String.raw`pix (?:receb|emit)\.? ?outra if(?: (?:recebimento|pagamento) pix)?`,
  String.raw`transf\.? ?receb-?pix si(?: rem)?`,
  String.raw`transf\.? pix sicoob(?: fav)?`,
  // Sicredi
  String.raw`(?:pagamento|recebimento) pix(?:-[a-z_]+\d*)?(?: sicredi)?`,
  // Banrisul and others
  '(?:debito|credito) pix',
]

/** Purchases and bills, which may end in an instalment such as 02/10. */
const PURCHASE_FORMS = [
  // Nubank, Inter, C6
  'compra no (?:debito|credito)(?: via nupay)?',
  '(?:compra )?no estabelecimento',
  'debito de cartao',
  // Santander, Banco do Brasil, Bradesco, Caixa, PagBank
  String.raw`compra (?:com |no )?cartao(?: de)?(?: (?:deb(?:ito)?|cred(?:ito)?))?(?: (?:mc|visa|elo|master(?:card)?|maestro|electron))*`,
  String.raw`compra (?:elo|visa|master(?:card)?|maestro)(?: (?:debito|credito|electron))?`,
  '(?:debito|cartao) visa electron(?: brasil)?',
  'cartao debito(?= -)',
  // Sicoob, Sicredi
  'comp (?:visa electron?|master maest(?:ro)?|elo)',
  'compras nacionais',
  // Bills
  String.raw`pagamento de boleto(?: efetuado)?(?: outros bancos)?`,
  'pagamento (?:efetuado|de (?:titulo|convenio|conta(?! de)))',
  'boleto de cobranca recebido',
  'pag boleto(?: ibc)?',
  'pagto eletron cobranca',
  'liquidacao boleto(?: sicredi)?',
  String.raw`deb\.? ?tit\.? ?compe\.? ?efeti(?:vado)?`,
  String.raw`deb(?:ito)? aut(?:omatico|\.)?(?!.*fat)`,
]

/** Companies that collect for a shop, whose name they write before a star. */
const COLLECTOR =
  /^(?:pag|pg|mp|pp|mercado ?pago|pagseguro|pags|picpay|sumup|infinitepay|ton|ifd|ec|ebn|dl|dm|htm|paypal|stripe|zp|asa|iz|hna|sq) ?\* ?/i

const TRANSFER = formRegex(TRANSFER_FORMS)
const PURCHASE = formRegex(PURCHASE_FORMS)
const REFUND = /^estorno - (?=compra)/i

function formRegex(forms: readonly string[]): RegExp {
  return new RegExp(`^(?:${forms.join('|')})(?:[\\s:.-]+|$)`, 'i')
}

/**
 * The name in a line of a bank statement: without the words that the bank writes before it, documents, accounts and days. Names in
 * capitals get the usual letters. Idempotent and never empty: a text of no known form, or without a name, stays as it is.
 * @param text of any length; at most 200 code points of it count
 */
export function cleanStatementName(text: string): string {
  let name = cutText(text, MAX_TITLE)
  // Forms can be nested. Each round removes letters, so that it ends.
  for (let next: string | null = name; next !== null; next = removeForm(name)) name = next
  return name
}

/** Removes one form; null without any. */
function removeForm(text: string): string | null {
  const line = text.replaceAll('"', '').replace(/\s+/g, ' ').trim()
  const letters = withoutAccents(line)
  const refund = REFUND.exec(letters)?.[0].length ?? 0
  const rest = letters.slice(refund)
  const transfer = TRANSFER.exec(rest)
  const collector = COLLECTOR.exec(rest)
  const form = transfer ?? PURCHASE.exec(rest) ?? collector
  if (!form) return null
  const name = removeTail(removeLead(line.slice(refund + form[0].length)), transfer !== null)
  if (!isName(name)) return null
  const cased = caseName(collector ? separateWords(name) : name)
  return cutText(line.slice(0, refund) + cased, MAX_TITLE).trim()
}

/** Removes accents and keeps the length. */
function withoutAccents(text: string): string {
  return text.replace(/[\u00c0-\u017f]/g, (letter) => letter.normalize('NFD').charAt(0))
}

const DAY_AND_TIME = /^\d\d\/\d\d(?:\/\d{2,4})?(?: \d\d:\d\d(?::\d\d)?)?(?: |$)/
const BANK_CODE = /^cp ?: ?\d+ ?-/i
const HIDDEN_DOCUMENT = /^(?=[^ ]*[•*]{2})[•*.,\d/-]+(?: - | |$)/
const NUMBERS = /^[\d./: -]+/
/** Shorter numbers belong to a name, such as 99 or 3 Irmãos. */
const MIN_DOCUMENT_DIGITS = 6

function removeLead(text: string): string {
  const name = text.replace(DAY_AND_TIME, '').replace(BANK_CODE, '').replace(HIDDEN_DOCUMENT, '')
  const numbers = NUMBERS.exec(name)?.[0] ?? ''
  return numbers.replace(/\D/g, '').length >= MIN_DOCUMENT_DIGITS ? name.slice(numbers.length) : name
}

const DOCUMENT_ON = / (?:- )?(?:[•*]{2}|\d{2,3}\.\d{3}\.\d{3}\b).*$/
const BANK_ON =
  / - (?:(?:banco|bco|nu pagamentos|caixa economica|itau|mercado ?pago|picpay|pagseguro|cooperativa|ccla)\b.*|[^-]*\(\d{4}\).*)$/i
const DOCUMENT_AT_END = / (?:\d{11}|\d{14})$/
const DAY_AT_END = / ?\d\d\/\d\d(?:\/\d{2,4})?$|(?<=\p{L})\d\d \d\d$/u

function removeTail(text: string, hasDay: boolean): string {
  let name = text.replace(DOCUMENT_ON, '')
  const bank = BANK_ON.exec(withoutAccents(name))
  if (bank) name = name.slice(0, bank.index)
  if (hasDay) name = name.replace(DAY_AT_END, '')
  return name
    .replace(DOCUMENT_AT_END, '')
    .replace(/^[\s:-]+/, '')
    .replace(/[\s:-]+$/, '')
}

const KIND_ALONE = /^(?:outra if|pix|cartao|boleto|fatura|agendad[oa]|devolvid[oa]|estornad[oa]|rejeitad[oa]|cancelad[oa])$/i

function isName(text: string): boolean {
  return (/\p{L}/u.test(text) && !KIND_ALONE.test(withoutAccents(text))) || /^\d{1,3}$/.test(text)
}

/** JoseDaSilva is three words; iFood and McDonalds are one. */
function separateWords(name: string): string {
  if (name.includes(' ')) return name
  return name.replace(/(?<=\p{Ll})(?=\p{Lu})(?<!^(?:\p{L}|Mc))/gu, ' ')
}

const CONNECTING = new Set(['de', 'da', 'do', 'das', 'dos', 'e', 'em', 'para', 'com'])
/** Abbreviations that can be read as a word; those without a vowel need no entry. */
const ABBREVIATIONS = new Set(
  'DAS DAE DARF DARE GARE IPTU IPVA IOF INSS ISS ICMS IRPF IRPJ MEI ME EPP SA TIM EDP RGE CEEE SAAE CIEE SENAI SESI'.split(' '),
)

function caseName(name: string): string {
  if (/\p{Ll}/u.test(name)) return name.replace(/ (?:De|Da|Do|Das|Dos)(?= )/g, (word) => word.toLowerCase())
  const words = name.split(' ')
  return words.map((word, index) => caseWord(word, index === 0, words[index + 1])).join(' ')
}

function caseWord(word: string, isFirst: boolean, next: string | undefined): string {
  const small = word.toLowerCase()
  // Within a name "das" is an article, else the tax of small businesses.
  const isTax = small === 'das' && (next === undefined || next === 'MEI' || next === 'SIMPLES')
  if (!isFirst && next !== undefined && !isTax && CONNECTING.has(small)) return small
  const letters = withoutAccents(word).replace(/[^A-Z]/gi, '')
  if (ABBREVIATIONS.has(letters) || !/[AEIOU]/.test(letters) || /^(?:\p{L}[./])+\p{L}?$/u.test(word)) return word
  return small.replace(/(?<![\p{L}\p{N}.])\p{L}/gu, (letter) => letter.toUpperCase())
}
