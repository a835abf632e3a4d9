import { plainText } from './statement'

/** Banks by the number of the Banco Central. */
const BANK_NAMES: Readonly<Record<string, string>> = {
  '001': 'Banco do Brasil',
  '003': 'Banco da Amazônia',
  '004': 'Banco do Nordeste',
  '021': 'Banestes',
  '033': 'Santander',
  '041': 'Banrisul',
  '047': 'Banese',
  '070': 'BRB',
  '077': 'Inter',
  '084': 'Uniprime',
  '085': 'Ailos',
  '097': 'Credisis',
  '099': 'Uniprime',
  '102': 'XP',
  '104': 'Caixa',
  '133': 'Cresol',
  '136': 'Unicred',
  '197': 'Stone',
  '208': 'BTG Pactual',
  '212': 'Banco Original',
  '218': 'BS2',
  '237': 'Bradesco',
  '246': 'ABC Brasil',
  '260': 'Nubank',
  '274': 'Grafeno',
  '280': 'Will Bank',
  '290': 'PagBank',
  '318': 'BMG',
  '323': 'Mercado Pago',
  '332': 'Acesso',
  '335': 'Digio',
  '336': 'C6 Bank',
  '340': 'Superdigital',
  '341': 'Itaú',
  '348': 'XP',
  '364': 'Efí',
  '380': 'PicPay',
  '389': 'Mercantil',
  '403': 'Cora',
  '422': 'Safra',
  '461': 'Asaas',
  '536': 'Neon',
  '604': 'Industrial do Brasil',
  '623': 'Banco Pan',
  '633': 'Rendimento',
  '637': 'Sofisa',
  '643': 'Pine',
  '653': 'Voiter',
  '655': 'Votorantim',
  '707': 'Daycoval',
  '735': 'Neon',
  '739': 'Cetelem',
  '741': 'Ribeirão Preto',
  '745': 'Citibank',
  '746': 'Modal',
  '748': 'Sicredi',
  '756': 'Sicoob',
}

/** The name of a bank by its number, with or without leading zeros; null for an unknown one. */
export function bankName(number: string): string | null {
  const digits = number.trim().replace(/^0+/, '').padStart(3, '0')
  return BANK_NAMES[digits] ?? null
}

/** The bank that a text names, the longest name of several; null without one. */
export function bankIn(text: string): string | null {
  const words = ` ${plainText(text).replaceAll(/[^\da-z]+/g, ' ')} `
  const found = Object.values(BANK_NAMES).filter((name) => words.includes(` ${plainText(name)} `))
  return found.toSorted((one, other) => other.length - one.length)[0] ?? null
}
