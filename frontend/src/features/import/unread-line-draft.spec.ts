import { noOptionalTexts } from '@prumo/shared/transaction-details'
import { draftFromUnreadLine } from './unread-line-draft'

const NOW = '2026-11-24'

it.each([
  [
    '23/11/2026;Pix enviado: Moinho;abc;-1.386,70;',
    { type: 'expense', centavos: 138_670, description: 'Pix enviado: Moinho', date: '2026-11-23' },
  ],
  ['2026-11-23,"Padaria, do Zé",12.30', { type: 'income', centavos: 1_230, description: 'Padaria, do Zé', date: '2026-11-23' }],
  ['23/11/2026;Tarifa de pacote;doze reais', { type: 'income', centavos: 0, description: 'Tarifa de pacote', date: '2026-11-23' }],
  ['31/02/2026;;R$ -5,00', { type: 'expense', centavos: 500, description: '', date: NOW }],
  ['', { type: 'income', centavos: 0, description: '', date: NOW }],
  [
    '<TRNTYPE>DEBIT<DTPOSTED>20261120000000[-3:BRT]<TRNAMT>12a,00<FITID>6f1c0e1a-aaaa-bbbb<MEMO>Mercado &amp; cia',
    { type: 'income', centavos: 0, description: 'Mercado & cia', date: '2026-11-20' },
  ],
  ['<DTPOSTED>00000000<TRNAMT>-12.00<NAME>Tarifa', { type: 'expense', centavos: 1_200, description: 'Tarifa', date: NOW }],
])('%p fills the form', (text, expected) => {
  expect(draftFromUnreadLine({ text, reason: 'sem data' }, null, NOW)).toEqual({ ...noOptionalTexts, ...expected, isScheduled: false })
})

it('takes no balance for an unreadable amount', () => {
  const row = { text: '23/11/2026;Tarifa;Cesta;-12,0o;2.080,30', reason: 'valor não entendido' }
  expect(draftFromUnreadLine(row, null, NOW)).toMatchObject({ centavos: 0, description: 'Tarifa' })
  expect(draftFromUnreadLine(row, -1_200, NOW)).toMatchObject({ centavos: 1_200, type: 'expense' })
})
