import type { Locator, Page } from '@playwright/test'
import { day, formatDate } from '../../ledger.js'
import { expect } from '../../test.js'

/** Files in the formats of banks, with days before today. */

/** Inter's table: opens with R$ 1.000,00, closes with R$ 2.080,30. */
export const inter = {
  name: 'Extrato-Inter.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      ' Extrato Conta Corrente',
      'Conta ;12345678',
      `Período ;${formatDate(day(-20))} a ${formatDate(day(-1))}`,
      'Saldo ;2.080,30',
      '',
      'Data Lançamento;Histórico;Descrição;Valor;Saldo',
      `${formatDate(day(-20))};Pix recebido;Ana Lima;1.500,00;2.500,00`,
      `${formatDate(day(-12))};Pix enviado;Moinho 12;-250,00;2.250,00`,
      `${formatDate(day(-10))};Pix enviado;Moinho 44;-157,70;2.092,30`,
      `${formatDate(day(-1))};Tarifa;Cesta de servicos;-12,00;2.080,30`,
    ].join('\n'),
  ),
}

/** The same with an unreadable last line. */
export const broken = {
  ...inter,
  name: 'Extrato-quebrado.csv',
  buffer: Buffer.from(inter.buffer.toString().replace('-12,00;2.080,30', '-12,0o;2.080,30')),
}

/** The same with an unreadable line in the middle: its balance does not add up. */
export const unclosed = {
  ...inter,
  name: 'Extrato-incompleto.csv',
  buffer: Buffer.from(inter.buffer.toString().replace(';-157,70;', ';-157,7o;')),
}

const entry = (days: number, amount: string, memo: string, id: string): string =>
  `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day(days).replaceAll('-', '')}<TRNAMT>${amount}<FITID>${id}<MEMO>${memo}</STMTTRN>`

/** Another bank's for the same days, with only a closing balance. */
export const nubank = {
  name: 'nubank.ofx',
  mimeType: 'application/x-ofx',
  buffer: Buffer.from(
    `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><SIGNONMSGSRSV1><SONRS><FI><ORG>NU PAGAMENTOS</FI></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>0260<ACCTID>999-1</BANKACCTFROM><BANKTRANLIST>
${entry(-15, '300.00', 'Pix recebido: Escola Girassol', 'n1')}
${entry(-9, '-90.10', 'Compra no debito: Hortifruti', 'n2')}
${entry(-5, '-400.00', 'Pagamento de fatura', 'n3')}
</BANKTRANLIST><LEDGERBAL><BALAMT>809.90<DTASOF>${day(-1).replaceAll('-', '')}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  ),
}

/** The same without a balance. */
export const withoutBalance = {
  ...nubank,
  buffer: Buffer.from(nubank.buffer.toString().replace(/<LEDGERBAL>.*<\/LEDGERBAL>/, '')),
}

/** A table of Inter with a withdrawal, a deposit and the payment of a bill: opens with R$ 1.000,00, closes with R$ 550,00. */
export const between = {
  name: 'Extrato-entre-contas.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Conta ;12345678',
      'Data Lançamento;Histórico;Descrição;Valor;Saldo',
      `${formatDate(day(-9))};Saque;Banco 24 Horas;-200,00;800,00`,
      `${formatDate(day(-6))};Deposito;Dinheiro;150,00;950,00`,
      `${formatDate(day(-4))};Pagamento;Fatura Nubank;-400,00;550,00`,
    ].join('\n'),
  ),
}

/** A table with unknown columns. */
export const unknown = {
  name: 'movimento.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Dt. Mov.;Historico;Documento;Credito;Debito',
      `${formatDate(day(-8))};RECEB PIX ANA;000113;150,00;`,
      `${formatDate(day(-7))};DEB AUT ENERGIA;000221;;397,11`,
    ].join('\n'),
  ),
}

export async function openImport(page: Page): Promise<void> {
  await page.goto('/dashboard/import')
  await expect(page.getByRole('heading', { level: 1, name: 'Importar extrato' })).toBeAttached()
}

export async function choose(page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles(files)
}

/** Waits for the screen on which a statement is reviewed. */
export async function expectReview(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Conferir extrato' })).toBeAttached()
}

/** The question for a statement of an unknown account. */
export function walletQuestion(page: Page): Locator {
  return page.getByRole('dialog', { name: 'De qual conta é este extrato?' })
}

/** Answers it. @param name the choice; by default what is chosen already */
export async function answerWallet(page: Page, name?: string): Promise<void> {
  const question = walletQuestion(page)
  if (name !== undefined) await question.getByText(name, { exact: true }).click()
  await question.getByRole('button', { name: 'Continuar' }).click()
  await expect(question).toBeHidden()
}

export async function accept(page: Page, count: string): Promise<void> {
  await page.getByRole('button', { name: `Importar ${count}`, exact: true }).click()
}
