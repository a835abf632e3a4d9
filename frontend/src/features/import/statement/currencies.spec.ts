import { currencyName, foreignCurrencyIn } from './currencies'
import { readStatements } from './read-statements'

const read = (text: string) => readStatements(new TextEncoder().encode(text), { today: '2026-12-31', walletId: 'wallet', choices: {} })

it.each([
  ['a statement in OFX', '<OFX><STMTRS><CURDEF>USD<STMTTRN><DTPOSTED>20260901<TRNAMT>-5.00<MEMO>x</STMTTRN></STMTRS>'],
  ['a table whose column of amounts names it', 'Date,Description,Amount (USD)\n09/13/2026,Coffee,-4.50'],
  ['a table whose amounts name it', 'Data;Descrição;Valor\n01/09/2026;Café;US$ 4,50\n02/09/2026;Hotel;US$ 100,00'],
])('refuses %s by its currency', async (_, text) => expect(await read(text)).toEqual({ kind: 'foreign', currency: 'USD' }))

it('lists an entry in a foreign currency among those in reais', async () => {
  const entry = (currency: string) => `<STMTTRN><DTPOSTED>20260901<TRNAMT>-5.00<MEMO>x${currency}</STMTTRN>`
  const text = `<OFX><STMTRS><CURDEF>BRL${entry('')}${entry('<CURRENCY><CURRATE>5.0<CURSYM>EUR</CURRENCY>')}</STMTRS>`
  expect(await read(text)).toMatchObject({ statements: [{ lines: [{ centavos: -500 }], unread: [{ reason: 'em euro (EUR)' }] }] })
})

it('accepts every spelling of reais', () => {
  expect(['R$ 10', 'Valor (em R$)', 'BRL', 'Valor'].map(foreignCurrencyIn)).toEqual([null, null, null, null])
  expect(currencyName('XXX')).toBe('XXX')
})
