import { forOptionalTexts } from './transaction-details.js'
import type { TransactionType } from './transaction-rules.js'

/** Texts of the activity history, shared by both sides: sentences, field names, and reasons why an entry cannot be undone. */

/** Who or what issued a command. */
export const activitySources = ['app', 'stripe', 'ops', 'seed'] as const
export type ActivitySource = (typeof activitySources)[number]

/** Shown names of the sources. */
export const sourceNames: Readonly<Record<ActivitySource, string>> = { app: 'App', stripe: 'Stripe', ops: 'Equipe Prumo', seed: 'Exemplo' }

const subjects: Readonly<Record<ActivitySource, string>> = { app: 'Você', stripe: 'O Stripe', ops: 'A equipe Prumo', seed: 'Você' }

/** Verbs of events about an entity with a name; the sentence ends with that name. */
const verbsBeforeName: Readonly<Record<string, string>> = {
  TransactionRecorded: 'registrou',
  TransactionCorrected: 'corrigiu',
  TransactionConfirmed: 'confirmou',
  TransactionDeleted: 'excluiu',
  TransactionRestored: 'restaurou',
  AttachmentAdded: 'juntou o comprovante',
  AttachmentRemoved: 'excluiu o comprovante',
  AttachmentRestored: 'restaurou o comprovante',
  GoalSet: 'criou a meta',
  GoalCorrected: 'corrigiu a meta',
  GoalProgressed: 'adicionou progresso a',
  GoalDeleted: 'excluiu a meta',
  GoalRestored: 'restaurou a meta',
  TaskAdded: 'anotou',
  TaskCorrected: 'corrigiu',
  TaskCompleted: 'concluiu',
  TaskReopened: 'reabriu',
  TaskDeleted: 'excluiu',
  TaskRestored: 'restaurou',
  PasskeyAdded: 'criou a chave de acesso',
  PasskeyRemoved: 'removeu a chave de acesso',
  WalletOpened: 'criou a conta',
  WalletChanged: 'mudou a conta',
  WalletArchived: 'arquivou a conta',
  WalletUnarchived: 'trouxe de volta a conta',
  WalletDeleted: 'excluiu a conta',
  WalletRestored: 'restaurou a conta',
  StatementImported: 'importou',
  ImportUndone: 'desfez a importação de',
  ImportRestored: 'refez a importação de',
  ImportBrought: 'trouxe de uma cópia a importação de',
  RecurrenceSet: 'fez repetir',
  RecurrenceCorrected: 'mudou o que se repete em',
  RecurrenceEnded: 'parou de repetir',
  RecurrenceResumed: 'voltou a repetir',
  RecurrenceWithdrawn: 'desfez a repetição de',
  RecurrenceRestored: 'restaurou a repetição de',
  RuleAdded: 'criou a regra',
  RuleCorrected: 'mudou a regra',
  RuleDeleted: 'excluiu a regra',
  RuleRestored: 'restaurou a regra',
  FiguresDelivered: 'marcou como entregue',
  DeliveryWithdrawn: 'desfez a entrega de',
  MonthClosed: 'fechou',
  MonthReopened: 'reabriu',
  GuestInvited: 'convidou',
  GuestAccessEnded: 'encerrou o acesso de',
}

/** Verbs of events about an entity that an account has only one of. `$` is the placeholder of the amount. */
const verbsOfSingletons: Readonly<Record<string, string>> = {
  FundConfigured: 'configurou a reserva',
  FundDeposited: 'guardou $ na reserva',
  FundWithdrawn: 'retirou $ da reserva',
  FundAdjusted: 'ajustou o saldo da reserva',
  FundRemoved: 'encerrou a reserva',
  FundMovementBrought: 'trouxe de uma cópia um movimento de $ da reserva',
  BalanceStated: 'informou o saldo de $',
  BalanceWithdrawn: 'retirou o saldo informado de $',
  MeiConfigured: 'mudou os dados do MEI',
  MeiRemoved: 'tirou os dados do MEI',
  RemindersChanged: 'mudou os lembretes',
  MainWalletChosen: 'trocou a conta principal',
  AccountOpened: 'criou a conta',
  ProfileChanged: 'mudou o perfil',
  EmailChanged: 'trocou o email da conta',
  EmailVerified: 'confirmou o email da conta',
  AccountReset: 'apagou todos os dados',
  AccountErased: 'apagou a conta',
  TermsAccepted: 'aceitou os termos de uso',
  RestoreStarted: 'trouxe uma cópia para a conta',
  PortionBrought: 'trouxe uma parte de uma cópia',
}

/** Sentences of events that no user of the account caused. */
const sentences: Readonly<Record<string, string>> = {
  SubscriptionActivated: 'A assinatura foi ativada',
  SubscriptionRenewed: 'A assinatura foi renovada',
  SubscriptionPlanChanged: 'O plano da assinatura mudou',
  SubscriptionChangeScheduled: 'A mudança de plano foi agendada',
  SubscriptionChangeWithdrawn: 'A mudança de plano foi desfeita',
  SubscriptionLapsed: 'A assinatura venceu sem pagamento',
  SubscriptionPaymentFailed: 'O pagamento da assinatura falhou',
  SubscriptionRecovered: 'O pagamento da assinatura foi regularizado',
  SubscriptionCancellationScheduled: 'O cancelamento da assinatura foi agendado',
  SubscriptionCancellationWithdrawn: 'O cancelamento da assinatura foi desfeito',
  SubscriptionCanceled: 'A assinatura foi cancelada',
  SubscriptionRefunded: 'A assinatura foi reembolsada',
  SubscriptionPaymentMethodChanged: 'O cartão da assinatura mudou',
  AccountLooked: 'O suporte olhou seus lançamentos',
}

/** Sentences, to be followed by a name, of events that no user caused. */
const sentencesBeforeName: Readonly<Record<string, string>> = {
  OccurrencesRecorded: 'Voltou para as previstas: ',
  AttachmentExpired: 'Depois de 30 dias, foi apagado o comprovante ',
  GuestAccessExpired: 'Terminou o prazo do acesso de ',
}

/** What a person who is no user of the account did; the sentence begins with their name. */
const verbsAfterName: Readonly<Record<string, string>> = { GuestEntered: 'entrou para ver suas contas' }

/** Verbs of events about several transactions at once; `batchSentence` makes the rest of the sentence. */
const verbsOfBatches: Readonly<Record<string, string>> = {
  TransactionsChanged: 'mudou',
  BatchUndone: 'desfez uma mudança em',
  BatchRestored: 'refez uma mudança em',
}

/** The fields of an event that its sentence depends on. */
interface EventSentence {
  type: string
  source: ActivitySource
  /** Whether the event undoes another event. */
  undoing: boolean
}

/** Events whose own verb already says that something was undone. */
const undoTypes = new Set(['DeliveryWithdrawn', 'ImportUndone', 'ImportRestored', 'RecurrenceWithdrawn'])

/** The part of a sentence before the name it ends with; null when the sentence ends without a name. */
export function beforeName({ type, source, undoing }: EventSentence): string | null {
  const verb = verbsBeforeName[type]
  if (verb === undefined) return sentencesBeforeName[type] ?? null
  return `${subjects[source]} ${undoing && !undoTypes.has(type) ? 'desfez uma mudança em' : verb} `
}

/** The part of a sentence after the name it begins with; null when the sentence does not begin with a name. */
export function afterName({ type }: Pick<EventSentence, 'type'>): string | null {
  const verb = verbsAfterName[type]
  return verb === undefined ? null : ` ${verb}`
}

/** The sentence of an event without a name. @param amount the formatted amount, when the event has one */
export function sentenceOf({ type, source, undoing }: EventSentence, amount: string): string {
  const verb = verbsOfSingletons[type]
  if (verb === undefined) return sentences[type] ?? 'A conta mudou'
  const sentence = verb.replace('$', amount)
  return `${subjects[source]} ${undoing ? `desfez uma mudança e ${sentence}` : sentence}`
}

/** What an event about several transactions says. */
export interface BatchSentence {
  /** How many transactions. */
  count: number
  /** The names of the changed fields; null for deleted transactions. */
  fields: readonly string[] | null
  /** A renamed category; `from` is null for transactions without one. */
  renamed: { from: string | null; to: string } | null
  /** How many things an undo left as they were, and what the first of them are called. */
  kept: number
  keptNames: readonly string[]
}

/** The sentence of an event about several transactions. */
export function batchSentence({ type, source }: EventSentence, { count, fields, renamed, kept, keptNames }: BatchSentence): string {
  const transactions = count === 1 ? '1 transação' : `${count} transações`
  const begin = `${subjects[source]} ${verbsOfBatches[type] ?? 'mudou'}`
  if (type !== 'TransactionsChanged') return `${begin} ${transactions}${keptText(kept, keptNames)}`
  if (renamed) {
    const what = renamed.from === null ? `pôs a categoria ${renamed.to}` : `mudou a categoria ${renamed.from} para ${renamed.to}`
    return `${subjects[source]} ${what}${count === 0 ? '' : ` em ${transactions}`}`
  }
  if (!fields) return `${subjects[source]} excluiu ${transactions}`
  const things = fields
    .map((field) => (changedThings[field] ?? ['O', field]).join(' '))
    .map((thing) => `${thing.charAt(0).toLowerCase()}${thing.slice(1)}`)
  return `${begin} ${inWords(things)} de ${transactions}`
}

function keptText(kept: number, names: readonly string[]): string {
  if (kept === 0) return ''
  const others = kept - names.length
  const all = others > 0 ? [...names, others === 1 ? 'mais 1' : `mais ${others}`] : names
  return `. ${kept === 1 ? 'Ficou como está' : 'Ficaram como estão'}: ${inWords(all)}`
}

/** A list in Portuguese: "a", "a e b", "a, b e c". */
function inWords(all: readonly string[]): string {
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} e ${all.at(-1)}`
}

/** Whether the history has a text for this type of event, other than the general one. */
export function hasActivityText(type: string): boolean {
  return [verbsBeforeName, verbsAfterName, verbsOfSingletons, verbsOfBatches, sentences, sentencesBeforeName].some((words) => type in words)
}

/** The article and name of a changed field. @param type of the transaction it is of, which an expense is said by */
export function changedThing(field: string, type: TransactionType | null): readonly [article: string, name: string] | undefined {
  return field === 'isReceived' && type === 'expense' ? ['O', 'pagamento'] : changedThings[field]
}

/** Shown names of changed fields with their article, by the field's name on the wire. */
export const changedThings: Readonly<Record<string, readonly [article: string, name: string]>> = {
  description: ['A', 'descrição'],
  amount: ['O', 'valor'],
  type: ['O', 'tipo'],
  ...forOptionalTexts((_, { article, label }) => [article, label.toLowerCase()] as const),
  date: ['A', 'data'],
  isScheduled: ['O', 'agendamento'],
  isConfirmed: ['A', 'confirmação'],
  isReceived: ['O', 'recebimento'],
  text: ['O', 'texto'],
  title: ['O', 'título'],
  targetAmount: ['O', 'valor da meta'],
  currentAmount: ['O', 'valor atual'],
  deadline: ['O', 'prazo'],
  priority: ['A', 'prioridade'],
  estimatedCost: ['O', 'custo'],
  estimatedDate: ['A', 'data prevista'],
  completed: ['A', 'situação'],
  targetMonths: ['O', 'número de meses'],
  monthlyExpenseAverage: ['O', 'custo mensal'],
  name: ['O', 'nome'],
  email: ['O', 'email'],
  businessName: ['O', 'nome do negócio'],
  businessType: ['O', 'tipo do negócio'],
  monthlyIncome: ['A', 'renda mensal'],
  mainDifficulties: ['A', 'lista de dificuldades'],
  customerId: ['O', 'cadastro no Stripe'],
  subscriptionId: ['A', 'assinatura no Stripe'],
  status: ['A', 'situação da assinatura'],
  planId: ['O', 'plano'],
  priceId: ['O', 'preço'],
  nextPlanId: ['O', 'próximo plano'],
  nextPriceId: ['O', 'próximo preço'],
  currentPeriodStart: ['O', 'início do período'],
  currentPeriodEnd: ['O', 'fim do período'],
  cancelAtPeriodEnd: ['O', 'cancelamento no fim do período'],
  paymentMethodBrand: ['A', 'bandeira do cartão'],
  paymentMethodLast4: ['O', 'final do cartão'],
  refundedAmount: ['O', 'valor devolvido'],
  fileName: ['O', 'arquivo'],
  size: ['O', 'tamanho'],
  transactionId: ['A', 'transação'],
  sealedHash: ['O', 'código do arquivo cifrado'],
  plainHash: ['O', 'código do arquivo'],
  uploadId: ['O', 'envio do arquivo'],
  parts: ['O', 'número de partes do arquivo'],
  format: ['O', 'formato'],
  bank: ['O', 'banco'],
  closingDate: ['O', 'dia do saldo'],
  closingBalance: ['O', 'saldo do banco'],
  from: ['O', 'primeiro dia'],
  to: ['O', 'último dia'],
  count: ['O', 'número de lançamentos'],
  income: ['A', 'soma das entradas'],
  expense: ['A', 'soma das saídas'],
  settled: ['O', 'número de previstas'],
  statementText: ['O', 'texto do banco'],
  importId: ['A', 'importação'],
  importKey: ['A', 'linha do extrato'],
  account: ['A', 'conta do banco'],
  exportedAt: ['A', 'data da cópia'],
  items: ['O', 'número de itens'],
  recurrenceId: ['A', 'recorrência'],
  nominal: ['A', 'data na sequência'],
  instalment: ['A', 'parcela'],
  terms: ['As', 'condições'],
  pauses: ['As', 'pausas'],
  reached: ['A', 'última data prevista'],
  kind: ['O', 'modo de repetir'],
  start: ['O', 'início'],
  firstNumber: ['A', 'primeira parcela lançada'],
  until: ['O', 'fim'],
  every: ['A', 'frequência'],
  interval: ['O', 'intervalo'],
  weekend: ['A', 'regra para dia sem banco'],
  endedAt: ['O', 'momento em que parou'],
  walletId: ['A', 'conta'],
  toWalletId: ['A', 'conta de destino'],
  toDate: ['A', 'data de chegada'],
  closingDay: ['O', 'dia em que a fatura fecha'],
  dueDay: ['O', 'dia em que a fatura vence'],
  order: ['O', 'lugar na lista'],
  isArchived: ['O', 'arquivo'],
  statementAccounts: ['As', 'contas de extratos'],
  push: ['A', 'notificação'],
  hour: ['A', 'hora dos lembretes'],
  withAmounts: ['A', 'exibição de valores'],
  change: ['A', 'mudança'],
  fiscal: ['As', 'marcas do MEI'],
  countsAsRevenue: ['A', 'contagem como receita do MEI'],
  activity: ['A', 'atividade'],
  competence: ['O', 'mês da venda'],
  hasInvoice: ['A', 'nota fiscal'],
  dasOf: ['O', 'mês do DAS'],
  openedOn: ['A', 'data de abertura'],
  activities: ['As', 'atividades'],
  isCargoDriver: ['O', 'trabalho como caminhoneiro'],
  closedOn: ['A', 'data da baixa'],
  excludedCategories: ['A', 'lista do que não é receita'],
  hasEmployee: ['O', 'empregado'],
  total: ['O', 'total'],
  of: ['O', 'período'],
  at: ['O', 'momento da entrega'],
  figures: ['Os', 'valores'],
  month: ['O', 'mês'],
  changes: ['As', 'mudanças'],
  contentHash: ['A', 'marca das transações'],
  firstContentHash: ['A', 'marca do primeiro fechamento'],
  wasChanged: ['A', 'mudança desde o primeiro fechamento'],
  changedTransactions: ['As', 'transações que mudaram'],
  renamed: ['O', 'nome da categoria'],
}

/** Reasons why an entry cannot be undone. */
export const activityTexts = {
  never: 'Não dá para desfazer',
  undone: 'Já foi desfeito',
  changedSince: 'Mudou de novo depois',
  /** @param when such as `hoje, às 14h32` */
  undoneAt: (when: string) => `Desfeito ${when}`,
  changedAt: (thing: string | null, when: string) => `${thing ?? 'Isso'} mudou de novo ${when}`,
  deletedAt: (when: string) => `Foi excluída ${when}`,
  restoredAt: (when: string) => `Voltou ${when}`,
} as const
