import { readStatements } from './read-statements'

/*
 * The bound is far from both outcomes, so that a busy machine changes no result: 32 times the rows take 32 times as long when
 * each is looked at once, and 1,024 times when each is compared with all others.
 */
describe('the cost of reading', () => {
  const context = { today: '2026-12-31', walletId: 'wallet', choices: {} }
  const choice = { date: 'Dia', description: 'Texto', amount: 'Quantia', balance: 'Resto' }

  it.each([
    [
      'entries in OFX',
      '<OFX><STMTRS>',
      (index: number) => `<STMTTRN><DTPOSTED>20260101<TRNAMT>-1.10<FITID>${index}<MEMO>Açaí ${index}</STMTTRN>`,
    ],
    ['balances in OFX', '<OFX><STMTRS>', (index: number) => `<STMTTRN><DTPOSTED>20260101<TRNAMT>1.10<MEMO>SALDO ${index}</STMTTRN>`],
    ['rows of a bank', 'Data Lançamento;Histórico;Descrição;Valor;Saldo', (index: number) => `01/01/2026;Pix;Loja ${index};-10,00;1,00`],
    ['rows of mapped columns', 'Dia;Texto;Quantia;Resto', (index: number) => `01/01/2026;"Açaí ${index}";"R$ 1.010,00";1,00`],
    ['texts that go on', 'Data Lançamento;Histórico;Descrição;Valor;Saldo\n01/01/2026;Pix;Loja;-1,00;', (index: number) => `;;${index};;`],
  ])('grows linearly with %s', async (_, header, row) => {
    const file = (rows: number) => new TextEncoder().encode([header, ...Array.from({ length: rows }, (__, index) => row(index))].join('\n'))
    const [short, long] = [await leastMs(file(250)), await leastMs(file(8_000))]
    expect(long).toBeLessThan(32 * 8 * short)
  })

  /** The lowest processor time of several readings, in milliseconds. */
  async function leastMs(bytes: Uint8Array): Promise<number> {
    const runs: number[] = []
    for (let run = 0; run < 5; run++) {
      const before = process.cpuUsage()
      await readStatements(bytes, { ...context, named: choice })
      const { user, system } = process.cpuUsage(before)
      runs.push((user + system) / 1000)
    }
    return Math.min(...runs)
  }
})
