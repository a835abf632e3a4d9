import { searchable } from './search.js'
import type { FlowType } from './transaction-rules.js'

/** Words of Brazilian bank statements that mean one category. */
interface CategoryWords {
  category: string
  words: readonly string[]
  /** What the whole text has to match, in small letters without accents and signs; for words that are also names or articles. */
  only?: RegExp
  /** What it must not match. */
  unless?: RegExp
}

/** A word of the dictionary that a text contains. */
export interface DictionaryWord {
  category: string
  word: string
}

const list = (words: string) => words.trim().split(/\s*,\s*/)

/** Names of telecommunication companies are words too: "Claro que sim", "Ao Vivo Produções". */
const IS_TELECOM =
  /(?:^|\b(?:conta|fatura|boleto|celular|telefone|fone|recarga|aut|automatico|da) )(?:claro|vivo|tim|oi)(?: (?:sa|s a|movel|fixo|fibra|net|tv|residencial|pos|controle|celular|internet|empresas|brasil|fatura|easy|ba|df|es|mg|pe|pr|rj|rs|sc|sp|\d+)\b|$)/
/** "Casa das Massas" has an article, "DAS 11/2026" is the tax. */
const IS_TAX =
  /(?:^|^(?:guia|pagamento|pagto|pgto|pag|boleto|imposto)(?: d[aeo])? )das(?: (?:de )?(?:mei|simples|pgmei|pgdas|ref|referente|competencia|mensal|parcelamento|janeiro|fevereiro|marco|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|\d+)\b|$)/

const expenseWords: readonly CategoryWords[] = [
  {
    category: 'Impostos',
    words: list(`simples nacional, das mei, das simples, pgdas, pgmei, darf, dare, gare, gnre, dae esocial, icms, issqn, iss, iptu, ipva,
      irpf, irpj, csll, cofins, pis, inss, gps, previdencia social, receita federal, secretaria da fazenda, sefaz, prefeitura, pref mun,
      tributo, tributos, imposto, impostos, alvara, licenciamento, detran, taxa de fiscalizacao`),
  },
  { category: 'Impostos', words: ['das'], only: IS_TAX },
  {
    category: 'Transporte',
    words: list(`auto posto, posto de combustivel, posto de combustiveis, shell, petrobras, combustivel, combustiveis, gasolina, etanol,
      diesel, abastecimento, uber, uber trip, 99 pop, 99pop, 99app, 99 tecnologia, 99 taxi, 99taxi, cabify, indrive, taxi, estacionamento, estapar,
      zona azul, pedagio, sem parar, semparar, veloe, conectcar, move mais, taggy, autoban, ecovias, metro sp, metro rio, cptm, sptrans, bilhete unico, onibus,
      passagem, passagens, clickbus, buser, localiza, movida, borracharia, pneus, auto center, oficina mecanica, auto eletrica, lava rapido,
      lava jato, lalamove, loggi, correios, sedex, jadlog, frete, fretes, motoboy, transportadora`),
  },
  { category: 'Transporte', words: ['posto'], unless: /\bposto (?:de saude|medico|policial|fiscal)\b/ },
  // Also a district and an avenue: "Padaria Ipiranga".
  { category: 'Transporte', words: ['ipiranga'], only: /^(?:rede |cia |posto |abastece ai )?ipiranga\b/ },
  { category: 'Transporte', words: ['99'], only: /^99$/ },
  {
    category: 'Água, luz e internet',
    words: list(`enel, copel, cemig, cpfl, elektro, eletropaulo, energisa, equatorial energia, celesc, coelba, celpe, cosern, neoenergia,
      rge sul, ceee, light servicos, light sa, edp sao paulo, edp espirito santo, amazonas energia, energia eletrica, conta de luz, conta luz, pag luz, luz gas, conta de energia,
      conta energia, sabesp, sanepar, copasa, cedae, aguas do rio, casan, caesb, embasa, compesa, cagece, corsan, saneago, sanasa, saae, dmae,
      brk ambiental, saneamento, conta de agua, conta agua, pag agua, comgas, naturgy, ultragaz, liquigas, supergasbras, conta de gas,
      claro sa, net servicos, telefonica brasil, telefonica, oi fibra, vivo fibra, brisanet, algar, starlink, telecom, telecomun, telecomunicacoes,
      banda larga, fibra optica, conta de telefone, conta telefone, conta de celular, pag fone, conta de internet, conta internet,
      provedor de internet`),
  },
  { category: 'Água, luz e internet', words: ['claro', 'vivo', 'tim', 'oi'], only: IS_TELECOM },
  { category: 'Água, luz e internet', words: ['luz', 'agua', 'gas', 'energia', 'internet', 'telefone', 'celular'], only: /^\w+$/ },
  {
    category: 'Tarifas bancárias',
    words: list(`tarifa, tarifas, tar, cesta de servicos, cesta pj, pacote de servicos, deb pacote servicos, manutencao de conta, anuidade,
      iof, juros, encargos, cheque especial, lis juros, multa por atraso, aluguel maquininha, aluguel de maquina, aluguel pos, taxa maquininha,
      taxa de antecipacao, taxa de intermediacao, mensalidade maquininha`),
  },
  {
    category: 'Alimentação',
    words:
      list(`ifood, ifd, rappi, uber eats, 99food, 99 food, ze delivery, restaurante, lanchonete, lanches, padaria, panificadora, confeitaria, pizzaria, pizza,
      hamburgueria, churrascaria, sorveteria, cafeteria, marmitaria, marmitex, marmita, mcdonalds, mc donalds, burger king, habibs, subway,
      supermercado, supermercados, mercadinho, mercearia, minimercado, sacolao, acougue, quitanda, emporio, carrefour, pao de acucar, refeicao`),
  },
  {
    category: 'Alimentação',
    words: ['mercado'],
    unless: /\bmercado ?(?:pago|livre|envios|ads|shops|financeiro|de trabalho|de moveis)\b/,
  },
  { category: 'Aluguel', words: list('aluguel, alugueis, imobiliaria, imoveis, locacao de imovel, condominio, quintoandar, quinto andar') },
  {
    category: 'Funcionários',
    words: list(`salario, salarios, folha de pagamento, folha pagamento, adiantamento salarial, ferias, rescisao, decimo terceiro, fgts,
      vale transporte, vale alimentacao, vale refeicao, diarista, freelancer, ajudante`),
  },
  {
    category: 'Marketing',
    words:
      list(`facebook, facebk, facebook ads, meta ads, instagram, google ads, google adwords, tiktok ads, mercado ads, impulsionamento, anuncio, anuncios,
      grafica, panfletos, cartao de visita, canva, rd station, mailchimp`),
  },
  {
    category: 'Equipamentos',
    words:
      list(`equipamento, equipamentos, ferramenta, ferramentas, loja do mecanico, maquinas, notebook, computador, impressora, kabum, dell,
      informatica, refrigeracao`),
  },
  {
    category: 'Fornecedores',
    words:
      list(`fornecedor, fornecedores, distribuidora, distribuidor, atacado, atacadista, atacadao, assai, makro, tenda atacado, sams club, moinho,
      farinha, laticinio, laticinios, frigorifico, granja, ceasa, hortifruti, embalagem, embalagens, descartaveis, materia prima, insumos,
      cosmeticos, perfumaria, ikesaki, material eletrico, materiais eletricos, eletrica, material de construcao, materiais de construcao,
      leroy merlin, telhanorte, ferragens, ferragista, madeireira, tintas, armarinho, tecidos, papelaria, kalunga`),
  },
  { category: 'Retirada', words: list('pro labore, prolabore, retirada, retirada de lucros, distribuicao de lucros, lucros distribuidos') },
  {
    category: 'Empréstimo',
    words: list(`emprestimo, emprestimos, parcela emprestimo, credito pessoal, parcela credito, capital de giro, giro facil, pronampe,
      financiamento, renegociacao, amortizacao, parcela oper credito`),
  },
]

const incomeWords: readonly CategoryWords[] = [
  {
    category: 'Vendas',
    words: list(`venda, vendas, cielo, getnet, stone, pagseguro, pagbank, sumup, infinitepay, safrapay, sipag, vero, rede visa, rede mast,
      rede elo, rede maestro, cred loj, credito loja, antecip vendas, antecipacao de recebiveis, antecipacao, recebiveis, visa credito, visa debito,
      master credito, master debito, mastercard, cob compe, cred liq cobranca, liquidacao de cobranca, liq cobranca, credito cobranca,
      ifood, rappi, mercado livre, mercado pago, shopee, encomenda, encomendas, link de pagamento`),
  },
  {
    category: 'Serviços',
    words: list(`servico, servicos, prestacao de servicos, honorarios, mao de obra, visita tecnica, instalacao, manutencao, conserto,
      orcamento, consultoria, nfse`),
  },
  {
    category: 'Investimentos',
    words: list(
      `rendimento, rendimentos, rend pago aplic, remuneracao aplicacao, dividendos, resgate, resgate rdb, resgate cdb, rende facil, cofrinho`,
    ),
  },
  { category: 'Aporte', words: list('aporte, aporte de capital, capital social, integralizacao de capital') },
  { category: 'Empréstimo', words: list('emprestimo, emprestimos, credito pessoal, capital de giro, pronampe, liberacao de credito') },
  { category: 'Outros', words: list('estorno, estornos, cashback, reembolso, devolucao, restituicao') },
]

/**
 * How banks name money that came from a customer. They count only where no other word does, because the line may name what it is:
 * "PIX RECEBIDO EMPRESTIMO".
 */
const receivedWords: readonly CategoryWords[] = [
  {
    category: 'Vendas',
    words: list(`pix recebido, pix recebida, pix receb, pix rem, recebimento pix, pix transf, pix qrs, cred pix, credito pix,
      transferencia recebida, transferencia pix rem, transf receb, ted recebida, ted credito em conta, deposito, dep dinheiro`),
  },
]

/** The words of a type by their first word, longest first. */
type DictionaryIndex = ReadonlyMap<string, readonly (DictionaryWord & Pick<CategoryWords, 'only' | 'unless'>)[]>

function indexByFirstWord(groups: readonly CategoryWords[]): DictionaryIndex {
  const entries = groups.flatMap(({ words, ...group }) => words.map((word) => ({ ...group, word })))
  const byFirst = new Map<string, typeof entries>()
  for (const entry of entries.toSorted((one, other) => other.word.length - one.word.length)) {
    const first = entry.word.split(' ', 1)[0] ?? ''
    byFirst.set(first, [...(byFirst.get(first) ?? []), entry])
  }
  return byFirst
}

const specific = { income: indexByFirstWord(incomeWords), expense: indexByFirstWord(expenseWords) }
const general = { income: indexByFirstWord(receivedWords), expense: indexByFirstWord([]) }

/** Every word that each type has, for the test that shows a line of each. */
export const dictionaryWords: Readonly<Record<FlowType, readonly string[]>> = {
  income: [...incomeWords, ...receivedWords].flatMap(({ words }) => words),
  expense: expenseWords.flatMap(({ words }) => words),
}

/**
 * The dictionary's category of a text. Whole words are compared, without case and accents; the longest counts, of equally long
 * ones the first.
 * @param texts the name alone, then what the bank wrote around it: a word of the first counts before any of the others
 * @returns null where no word is known
 */
export function findDictionaryWord(texts: readonly string[], type: FlowType): DictionaryWord | null {
  const plain = texts.map(plainWords)
  for (const index of [specific[type], general[type]])
    for (const text of plain) {
      const found = longestIn(text, index)
      if (found) return found
    }
  return null
}

/** A text in small letters, without accents and signs. */
function plainWords(text: string): string {
  return searchable(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

function longestIn(text: string, index: DictionaryIndex): DictionaryWord | null {
  let longest: DictionaryWord | null = null
  for (let start = 0; start < text.length;) {
    const space = text.indexOf(' ', start)
    const end = space === -1 ? text.length : space
    for (const entry of index.get(text.slice(start, end)) ?? []) {
      const { category, word, only, unless } = entry
      if (longest && word.length <= longest.word.length) break
      const after = start + word.length
      if (!text.startsWith(word, start) || (after < text.length && text[after] !== ' ')) continue
      if ((only && !only.test(text)) || unless?.test(text)) continue
      longest = { category, word }
      break
    }
    start = end + 1
  }
  return longest
}
