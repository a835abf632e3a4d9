import { callApi, day, statusMessage } from '../../ledger.js'
import { signInNewPerson } from '../../people.js'
import { expect, test } from '../../test.js'
import { choose, expectReview, openImport } from './statements.js'

/** A month of a bakery, as Nubank writes it. */
const entries: readonly (readonly [memo: string, reais: number, times: number])[] = [
  ['Transferência recebida pelo Pix - Ana Lima - •••.123.456-•• - BCO DO BRASIL S.A.', 85, 6],
  ['Transferência recebida pelo Pix - Padaria Escola Girassol Ltda - 12.345.678/0001-90', 460, 4],
  ['Transferência recebida pelo Pix - Carlos Nunes - •••.987.654-•• - ITAÚ UNIBANCO S.A.', 42.5, 5],
  ['Recebimento de vendas - Stone Pagamentos', 246.8, 9],
  ['Compra no débito - HORTIFRUTI DA PRACA', -74.18, 6],
  ['Compra no débito - MOINHO CENTRAL', -312.4, 4],
  ['Compra no débito - LATICINIOS BOA VISTA', -188.9, 4],
  ['Compra no débito - EMBALAGENS AURORA', -96.2, 3],
  ['Compra no débito - POSTO AVENIDA', -120, 3],
  ['Compra no débito - UBER DO BR', -23.7, 4],
  ['Pagamento de boleto efetuado - ENEL SP', -289.9, 1],
  ['Pagamento de boleto efetuado - SABESP', -91.35, 1],
  ['Pagamento de boleto efetuado - CLARO', -99.9, 1],
  ['Pagamento de boleto efetuado - DAS SIMPLES NACIONAL', -82.05, 1],
  ['Transferência enviada pelo Pix - Imobiliária Horizonte - 98.765.432/0001-10', -1450, 1],
  ['Compra no débito - PAPELARIA CENTRAL', -38.9, 2],
  ['Transferência enviada pelo Pix - Joana Prado - •••.222.333-•• - NU PAGAMENTOS', -600, 2],
  ['Tarifa - Emissão de boleto', -3.5, 3],
]

const lines = entries.flatMap(([memo, reais, times]) => Array.from({ length: times }, (_, turn) => ({ memo, reais: reais + turn })))

const bakery = {
  name: 'padaria.ofx',
  mimeType: 'application/x-ofx',
  buffer: Buffer.from(
    `OFXHEADER:100\nDATA:OFXSGML\nENCODING:UTF-8\n\n<OFX><SIGNONMSGSRSV1><SONRS><FI><ORG>NU PAGAMENTOS</FI></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS><BANKACCTFROM><BANKID>0260<ACCTID>1234-5</BANKACCTFROM><BANKTRANLIST>
${lines
  .map(
    ({ memo, reais }, at) =>
      `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day(-1 - (at % 28)).replaceAll('-', '')}<TRNAMT>${reais.toFixed(2)}<FITID>p${at}<MEMO>${memo}</STMTTRN>`,
  )
  .join('\n')}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`,
  ),
}

test(
  'the first month of a bakery is put in order by keyboard, each category right or asked once',
  { tag: '@keyboard' },
  async ({ page, request }) => {
    await signInNewPerson({ page, request })
    await openImport(page)
    await choose(page, bakery)
    await expectReview(page)
    expect(lines).toHaveLength(60)
    await expect(page.getByText(/^\d+ com categoria: \d+ sugeridas\. \d+ sem\.$/)).toBeVisible()

    // What has no category is asked once for all alike.
    let asked = 0
    const open = page.getByRole('combobox', { name: /^Categoria de/ }).and(page.locator('select:has(option[value=""]:checked)'))
    for (; (await open.count()) > 0; asked++) {
      expect(asked).toBeLessThan(3)
      await open.first().focus()
      await page.keyboard.press('F')
      const others = page.getByRole('button', { name: /^Usar .* iguais?$/ })
      if (await others.isVisible()) {
        await others.focus()
        await page.keyboard.press('Enter')
      }
    }
    expect(asked).toBe(2)
    await expect(page.getByText('60 com categoria: 56 sugeridas, 4 por você.')).toBeVisible()
    await page.getByRole('button', { name: 'Importar 60 transações' }).focus()
    await page.keyboard.press('Enter')
    await expect(statusMessage(page, '60 transações importadas')).toBeVisible()
    const stored = async () =>
      (await callApi<{ transactions: { description: string; category: string | null }[] }>(page, 'GET', '/transactions?limit=500'))
        .transactions
    await expect.poll(async () => (await stored()).length).toBe(60)
    const byName = Object.fromEntries((await stored()).map(({ description, category }) => [description, category]))
    expect(byName).toMatchObject({
      'Ana Lima': 'Vendas',
      'Uber do BR': 'Transporte',
      'Posto Avenida': 'Transporte',
      'Enel SP': 'Água, luz e internet',
      Sabesp: 'Água, luz e internet',
      'Imobiliária Horizonte': 'Aluguel',
      'DAS Simples Nacional': 'Impostos',
    })
  },
)
