import { plainText } from './statement'

const NAMES: Readonly<Record<string, string>> = {
  USD: 'dólar (USD)',
  EUR: 'euro (EUR)',
  GBP: 'libra (GBP)',
  ARS: 'peso argentino (ARS)',
  UYU: 'peso uruguaio (UYU)',
  PYG: 'guarani (PYG)',
  CLP: 'peso chileno (CLP)',
  CAD: 'dólar canadense (CAD)',
  AUD: 'dólar australiano (AUD)',
  CHF: 'franco suíço (CHF)',
  JPY: 'iene (JPY)',
  MXN: 'peso mexicano (MXN)',
  CNY: 'yuan (CNY)',
}

/** The name of a currency: `dólar (USD)`. */
export function currencyName(code: string): string {
  return NAMES[code] ?? code
}

const CODES = Object.keys(NAMES).map((code) => ({ code, pattern: new RegExp(`(^|[^a-z])${code.toLowerCase()}([^a-z]|$)`) }))

/** The code of a foreign currency in a text, such as `USD`, `US$` or `Valor (EUR)`; null for reais or none. */
export function foreignCurrencyIn(text: string): string | null {
  if (!/[^\d\s.,+\-()]/.test(text)) return null
  const plain = plainText(text)
  if (/\b(brl|reais|real)\b|\br\$/.test(plain)) return null
  if (/\bus\$|\bdolar(es)?\b/.test(plain)) return 'USD'
  if (plain.includes('€')) return 'EUR'
  if (plain.includes('£')) return 'GBP'
  return CODES.find(({ pattern }) => pattern.test(plain))?.code ?? null
}
