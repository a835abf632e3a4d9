import fc from 'fast-check'
import { cleanStatementName } from './statement-names.js'
import { codePointsOf } from './text-form.js'

describe('cleanStatementName', () => {
  const known: Record<string, readonly (readonly [line: string, name: string])[]> = {
    Nubank: [
      ['Compra no débito - Posto Avenida', 'Posto Avenida'],
      ['Compra no débito via NuPay - 99', '99'],
      ['Estorno - Compra no débito via NuPay - iFood', 'Estorno - iFood'],
      ['Transferência recebida pelo Pix - BUFFET SOL LTDA - •••.123…', 'Buffet Sol Ltda'],
      ['Transferência enviada pelo Pix - Rute Moura - •••.111.222-•• - NU PAGAMENTOS - IP (0260) Agência: 1 Conta: 9999-1', 'Rute Moura'],
      ['Transferência enviada pelo Pix - PÃO & CIA LTDA - 41.643.020/0001-68 - PICPAY (0380) Agência: 1 Conta: 5', 'Pão & Cia Ltda'],
      ['Transferência enviada pelo Pix - NAIR C M - BANCO INTER', 'Nair C M'],
      ['Transferência enviada pelo Pix via Open Banking - Iniciada por: Banco Exemplo ITP - COMPANHIA DE GAS', 'Companhia de Gas'],
      ['Transferência Recebida - NAIR PRADO 12345678900', 'Nair Prado'],
      ['Transferência recebida pelo Pix - Zenira Lopes Da Silva', 'Zenira Lopes da Silva'],
      ['Pagamento de boleto efetuado - CREDITO REAL IMOV E COND SA', 'Credito Real Imov e Cond SA'],
    ],
    Inter: [
      ['Pix enviado: Moinho 12', 'Moinho 12'],
      ['Pix recebido: "Cp :00360305-Nair Prado"', 'Nair Prado'],
      ['PIX ENVIADO INTERNO - 00019 201906473 NAIR PRADO', 'Nair Prado'],
      ['Compra no debito: "No estabelecimento MERCADO SOL"', 'Mercado Sol'],
      ['COMPRA CARTAO - COMPRA no estabelecimento IFD*LETICIA', 'Leticia'],
      ['Débito automático: ENEL', 'Enel'],
    ],
    Itaú: [
      ['PIX QRS UBER DO BR25/11', 'Uber do BR'],
      ['PIX TRANSF ILSA JO15/09', 'Ilsa Jo'],
      ['PIX QRS 99 FOOD02 05', '99 Food'],
      ['PIX RECEBIDO RUTE', 'Rute'],
      ['PAY POSTO 16/01', 'Posto'],
      ['RSCSS-PADARIA SOL 12/05', 'Padaria Sol'],
      ['TED 001.0218.NAIR P', 'Nair P'],
    ],
    Bradesco: [
      ['TRANSFERENCIA PIX REM: RUTE MOURA 01/09', 'Rute Moura'],
      ['TRANSFERENCIA PIX DES: NAIR PRADO 02/09', 'Nair Prado'],
      ['PIX QR CODE DINAMICO DES: AUTO POSTO SOL LT 12/05', 'Auto Posto Sol LT'],
      ['PAGTO ELETRON  COBRANCA ALUGUEL', 'Aluguel'],
      ['TED-TRANSF ELET DISPON REMET.RUTE MOURA', 'Rute Moura'],
    ],
    'Banco do Brasil': [
      ['Pix - Enviado 01/09 12:01 Nair Prado', 'Nair Prado'],
      ['Pix - Enviado - 03/01 18:00 Lojas Sol Moda Ltda', 'Lojas Sol Moda Ltda'],
      ['Pix-Recebido QR Code 01/04 09:22 00000189238100 NAIR P', 'Nair P'],
      ['TED-Crédito em Conta - 033 1563 RUTE MOURA', 'Rute Moura'],
      ['Compra com Cartão - 01/09 09:51 NAIR PRADO', 'Nair Prado'],
      ['Transferência recebida - 05/06 4321 98765-4 NAIR P', 'Nair P'],
    ],
    Santander: [
      ['PIX ENVIADO Nair Prado', 'Nair Prado'],
      ['COMPRA CARTAO DEB MC 28/05 AUTO POSTO SOL', 'Auto Posto Sol'],
      ['DEBITO VISA ELECTRON BRASIL 28/05 PADARIA DOCE PAO', 'Padaria Doce Pao'],
      ['PAGAMENTO DE BOLETO OUTROS BANCOS ESCOLA GIRASSOL', 'Escola Girassol'],
    ],
    Caixa: [
      ['CRED PIX CHAVE NAIR PRADO', 'Nair Prado'],
      ['PIX RECEBIDO DADOS DA CONTA RUTE MOURA', 'Rute Moura'],
      ['COMPRA ELO MERCADO SOL', 'Mercado Sol'],
      ['PAG BOLETO IBC ELETRO CENTER', 'Eletro Center'],
    ],
    C6: [
      ['PIX ENVIADO Mercado, loja 3', 'Mercado, loja 3'],
      ['COMPRA NO DEBITO Padaria Alvorada', 'Padaria Alvorada'],
      ['Saída PIX Pix enviado para MOINHO DO BRASIL', 'Moinho do Brasil'],
      ['Pix recebido de BUFFET SOL LTDA', 'Buffet Sol Ltda'],
    ],
    'Mercado Pago': [
      ['Transferência Pix enviada Nair Prado', 'Nair Prado'],
      ['Pagamento com QR Pix 13 566 909 OSVALDO TEIX', 'Osvaldo Teix'],
      ['Pagamento de conta COPEL-DIS', 'Copel-Dis'],
    ],
    PagBank: [
      ['QR Code Pix enviado: PADARIA SAO JOSE', 'Padaria Sao Jose'],
      ['Pix recebido: Rute Moura', 'Rute Moura'],
      ['Compra com cartão de débito: MERCADO SOL', 'Mercado Sol'],
    ],
    Sicoob: [
      ['PIX RECEB.OUTRA IF Recebimento Pix Nair Prado', 'Nair Prado'],
      ['PIX EMIT.OUTRA IF Pagamento Pix ***.861.953-** RUTE MOURA', 'Rute Moura'],
      ['TRANSF. PIX SICOOB FAV.: GRAFICA SOL LTDA', 'Grafica Sol Ltda'],
      ['COMP VISA ELECTRO MERCADO SOL BR', 'Mercado Sol BR'],
    ],
    Sicredi: [
      ['RECEBIMENTO PIX-PIX_CRED RUTE', 'Rute'],
      ['PAGAMENTO PIX-PIX_DEB   87687489000108 POSTO SOL LTDA', 'Posto Sol Ltda'],
      ['PAGAMENTO PIX-CX981725  41119789087 NAIR PRADO', 'Nair Prado'],
      ['LIQUIDACAO BOLETO 12345678000190 CASA DAS MASSAS', 'Casa das Massas'],
    ],
    'collecting companies': [
      ['PAG*JoseDaSilva', 'Jose da Silva'],
      ['MP *McDonalds', 'McDonalds'],
      ['DM          *Spotify', 'Spotify'],
      ["PAG*D'AGUA S.A.", "D'Agua S.A."],
    ],
  }
  for (const [bank, lines] of Object.entries(known))
    it.each(lines)(`finds the name in a line of ${bank}: %s`, (line, name) => expect(cleanStatementName(line)).toBe(name))

  it.each([
    'Pix - Enviado',
    'ENVIO PIX',
    'COB COMPE',
    'PIX EMIT.OUTRA IF Pagamento Pix',
    'Transferência recebida pelo Pix',
    'PIX QRS 58.989.446 28/08',
    'Pagamento de fatura',
    'Pagamento de conta de luz',
    'DEBITO AUT. FAT.CARTAO MASTER',
    'TARIFA BANCARIA CESTA PJ FACIL 1',
    'PAY TV BRASIL',
    'PADARIA  ALVORADA 25/11',
    'Compras do mês',
    'Casa Das Massas',
  ])('leaves a line without a known form or a name: %s', (line) => expect(cleanStatementName(line)).toBe(line))

  it('writes the tax DAS in capitals and the article das in small letters', () => {
    expect(cleanStatementName('PIX QRS DAS SIMPLES NACIONAL20/11')).toBe('DAS Simples Nacional')
    expect(cleanStatementName('PAG BOLETO GUIA DAS')).toBe('Guia DAS')
    expect(cleanStatementName('PAG BOLETO CASA DAS MASSAS')).toBe('Casa das Massas')
  })

  const forms = Object.values(known).flatMap((lines) => lines.map(([line]) => line))
  const piece = fc.oneof(
    fc.constantFrom(
      ...forms,
      'Estorno - Compra no débito',
      'PAG*',
      'PIX QRS ',
      'Pix enviado',
      ' - ',
      '"',
      '25/11',
      '•••.123.456-••',
      '1234567',
    ),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  )
  const texts = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''))

  it('is idempotent, returns at most 200 code points, and never empties a text', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const name = cleanStatementName(text)
        expect(cleanStatementName(name)).toBe(name)
        expect(codePointsOf(name)).toBeLessThanOrEqual(200)
        expect(name.trim() === '').toBe(text.trim() === '')
      }),
      { numRuns: 2_000 },
    )
  })

  it('leaves what begins with no word of a bank', () => {
    const words = fc.constantFrom('Moinho', 'CENTRAL', 'luz', 'da', 'José', '25/11', '-', '10', 'pix', 'de', '*', 'Débito')
    fc.assert(
      fc.property(fc.array(words), (rest) => {
        const text = ['Padaria', ...rest].join(' ')
        expect(cleanStatementName(text)).toBe(text)
      }),
    )
  })

  it('cleans long lines of repeated forms in bounded time', () => {
    const hostile = ['PAG*', 'Pix enviado ', 'Estorno - compra no debito - ', '- ', '•*', '1.', 'pay ', 'TED 001.0218.'].map((part) =>
      part.repeat(20_000),
    )
    const start = performance.now()
    for (let round = 0; round < 100; round++) for (const line of hostile) cleanStatementName(line)
    expect(performance.now() - start).toBeLessThan(1_000)
  })
})
