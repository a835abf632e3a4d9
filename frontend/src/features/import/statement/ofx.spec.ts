import { readOfx } from './ofx'
import { TODAY } from './test-reading'

/** In the usual form of banks: SGML with unclosed leaves and a bare `&`. */
const sgml = `OFXHEADER:100
DATA:OFXSGML
ENCODING:USASCII

<OFX>
<SIGNONMSGSRSV1><SONRS><FI><ORG>Banco Exemplo<FID>77</FI></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS>
<CURDEF>BRL
<BANKACCTFROM><BANKID>077<ACCTID>12345-6<ACCTTYPE>CHECKING</BANKACCTFROM>
<BANKTRANLIST><DTSTART>20261101<DTEND>20261123
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261105120000[-3:BRT]<TRNAMT>-2100.00<FITID>A1<MEMO>Pix enviado: Imobiliaria Souza & Filhos</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261113<TRNAMT>+1.386,70<FITID>0<NAME>Pix recebido<MEMO>Escola Girassol
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>00000000<TRNAMT>10,00<MEMO>Sem dia</STMTTRN>
<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20261114<TRNAMT>abc<MEMO>Sem valor</STMTTRN>
<STMTTRN><TRNTYPE>DEBIT<DTPOSTED>20261120<TRNAMT>-1500,00<MEMO>Pagamento de fatura</STMTTRN>
</BANKTRANLIST>
<LEDGERBAL><BALAMT>4312.40<DTASOF>20261123</LEDGERBAL>
</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`

describe('a statement in OFX', () => {
  const [statement] = readOfx(sgml, { today: TODAY })

  it('is read in spite of unclosed tags', () => {
    expect(statement).toMatchObject({ bank: 'Inter', account: '77/12345-6', accountNumber: '12345-6', opening: null })
    expect(statement?.lines).toMatchObject([
      { date: '2026-11-05', centavos: -210_000, description: 'Pix enviado: Imobiliaria Souza & Filhos', identifier: 'A1', line: 11 },
      { date: '2026-11-13', centavos: 138_670, description: 'Pix recebido Escola Girassol', identifier: '0', line: 12 },
      { date: '2026-11-20', centavos: -150_000, paysBill: true },
    ])
  })

  it('lists the entries that cannot be read, with reasons', () => {
    expect(statement?.unread.map(({ line, reason }) => [line, reason])).toEqual([
      [13, 'data não entendida'],
      [14, 'valor não entendido'],
    ])
  })

  it('has the balance that the bank states', () => {
    expect(statement?.closing).toEqual({ date: '2026-11-23', centavos: 431_240 })
  })

  it('excludes an entry that the end of the file cuts', () => {
    const cut = sgml.slice(0, sgml.indexOf('-2100.00') + 3)
    const [{ lines, unread } = { lines: [], unread: [] }] = readOfx(cut, { today: TODAY })
    expect(lines).toEqual([])
    expect(unread).toMatchObject([{ reason: 'cortada no fim do arquivo' }])
  })

  it('contains several statements if the file does', () => {
    const second = sgml.slice(sgml.indexOf('<STMTRS>')).replace('12345-6', '99999-9')
    expect(readOfx(`${sgml}${second}`, { today: TODAY }).map(({ account }) => account)).toEqual(['77/12345-6', '77/99999-9'])
  })
})

/** A card's file without the closing tag of its list. @param sign of purchases */
const card = (sign: '-' | '') => `<OFX><SIGNONMSGSRSV1><SONRS><FI><ORG>NU PAGAMENTOS S.A.</ORG></FI></SONRS></SIGNONMSGSRSV1>
<CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS><CCACCTFROM><ACCTID>uuid-1</ACCTID></CCACCTFROM><BANKTRANLIST>
<STMTTRN><TRNTYPE>OTHER</TRNTYPE><DTPOSTED>20261103000000[-3:GMT]</DTPOSTED><TRNAMT>${sign}23.45</TRNAMT><FITID>x</FITID><MEMO>Mercado &amp; Cia</MEMO></STMTTRN>
<STMTTRN><TRNTYPE>OTHER</TRNTYPE><DTPOSTED>20261104</DTPOSTED><TRNAMT>${sign}99.90</TRNAMT><FITID>x</FITID><MEMO>Loja - Parcela 2/10</MEMO></STMTTRN>
<STMTTRN><TRNTYPE>OTHER</TRNTYPE><DTPOSTED>20261105</DTPOSTED><TRNAMT>${sign === '-' ? '' : '-'}10.00</TRNAMT><FITID>x</FITID><MEMO>Estorno de Loja</MEMO></STMTTRN>
<STMTTRN><TRNTYPE>OTHER</TRNTYPE><DTPOSTED>20261110</DTPOSTED><TRNAMT>${sign === '-' ? '' : '-'}500.00</TRNAMT><FITID>x</FITID><MEMO>Pagamento recebido</MEMO></STMTTRN>
<LEDGERBAL><BALAMT>-123.35</BALAMT><DTASOF>20261111</DTASOF></LEDGERBAL></CCSTMTRS>`

describe("a card's statement in OFX", () => {
  it.each(['-', ''] as const)('has purchases as expenses when their sign is %p', (sign) => {
    const [statement] = readOfx(card(sign), { today: TODAY })
    expect(statement?.lines).toMatchObject([
      { centavos: -2_345, description: 'Mercado & Cia', paysBill: false },
      { centavos: -9_990, description: 'Loja - Parcela 2/10', paysBill: false },
      { centavos: 1_000, paysBill: false },
      { centavos: 50_000, paysBill: true },
    ])
    expect(statement?.closing).toBeNull()
  })
})
