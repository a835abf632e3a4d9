import type { Delivery, DeliveryAnswer, Mei, MeiAnswer } from '@prumo/shared/mei'
import { formatDate, formatMonth } from '../lib/dates'
import { activityNames } from '../lib/fiscal-text'
import { MEI_SCREEN } from './screens'
import { pickChanges, type CommandKind, type CommandWords, type Entity, type FieldFormats, type NewCommand } from './sync/command'

/** The profile of the account's MEI; its id is the account's. */
export type MeiProfileEntity = Mei & Entity

/** The profile, as entered; what is left out stays, or has its default the first time. */
export type MeiDraft = Pick<Mei, 'openedOn' | 'activities'> & Partial<Omit<Mei, 'version'>>

/** What was delivered last for a period; its id is `meiDeliveryId`. */
export type DeliveryEntity = Delivery & Entity

/** The period of a delivery, and its figures as they were shown; null if they are not known. */
export interface DeliverArgs {
  kind: Delivery['kind']
  /** `2026-10`; of a declaration `2026`. */
  of: string
  figures: Delivery['figures'] | null
}

/**
 * Sets the profile; null if nothing differs from `seen`.
 * @param account also the id of its one profile
 * @param seen null for the first one
 */
export function setMei(account: string, seen: MeiProfileEntity | null, draft: MeiDraft): NewCommand<MeiProfileEntity, MeiDraft> | null {
  const changes = seen ? pickChanges(seen, draft) : draft
  if (Object.keys(changes).length === 0) return null
  // A request names opening and activities also where they stay.
  const { openedOn, activities } = draft
  return { name: 'mei.set', entity: 'mei', entityId: account, args: { ...changes, openedOn, activities }, base: seen, draft }
}

/** Records that the figures of a month or year were delivered. The server takes those of its own. */
export function deliver(args: DeliverArgs): NewCommand<DeliveryEntity, DeliverArgs> {
  return { name: 'mei.deliver', entity: 'mei-delivery', entityId: meiDeliveryId(args), args, base: null }
}

export function meiDeliveryId({ kind, of }: Pick<Delivery, 'kind' | 'of'>): string {
  return `${kind} ${of}`
}

const setKind: CommandKind<MeiProfileEntity, MeiDraft> = {
  lifecycle: 'changes',
  requiresVersion: true,
  affectedFields: ({ args }) => Object.keys(args) as (keyof MeiDraft)[],
  request: ({ args }) => ({ method: 'PUT', path: '/mei', body: args }),
  parseAnswer: (body, { account }) => ({ id: account, ...(body as MeiAnswer).mei }),
  apply: (now, { args, account }) => {
    const { closedOn = null, isCargoDriver = false, hasEmployee = false, excludedCategories = DEFAULT_EXCLUDED } = { ...now, ...args }
    const { openedOn, activities } = args
    return { id: account, version: 0, ...now, openedOn, activities, closedOn, isCargoDriver, hasEmployee, excludedCategories }
  },
  // The first profile is undone in the history alone.
  invert: ({ account, base, args }, after) => base && setMei(account, after ?? { ...base, ...args }, settingsOf(base)),
  words: ({ base }) => ({
    ...common('Dados do MEI'),
    pastTense: base ? 'Você mudou os dados do MEI' : 'Você disse os dados do MEI',
    noun: 'Dados do MEI',
    infinitive: base ? 'mudar os dados do MEI' : 'guardar os dados do MEI',
    accepted: base ? 'Alteração salva' : 'Dados do MEI salvos',
    offersUndo: base !== null,
  }),
}

const deliverKind: CommandKind<DeliveryEntity, DeliverArgs> = {
  lifecycle: 'changes',
  requiresVersion: false,
  affectedFields: () => [],
  request: ({ args: { kind, of } }) => ({ method: 'POST', path: '/mei/deliveries', body: { kind, of } }),
  parseAnswer: (body, { entityId: id }) => ({ id, version: 1, ...(body as DeliveryAnswer).delivery }),
  apply: (now, { entityId: id, args: { kind, of, figures }, at }) =>
    figures === null ? now : ({ id, version: 0, kind, of, at, figures } as DeliveryEntity),
  invert: () => null,
  words: ({ args }) => ({
    ...common(deliveryTitle(args)),
    pastTense: 'Você marcou como entregue',
    noun: 'Entrega',
    infinitive: `marcar como entregue: ${deliveryTitle(args)}`,
    accepted: 'Marcado como entregue',
  }),
}

export const meiCommands = { 'mei.set': setKind }
export const meiDeliveryCommands = { 'mei.deliver': deliverKind }

export const meiFields: FieldFormats<MeiProfileEntity> = {
  openedOn: { label: 'Abertura', format: ({ openedOn }) => formatDate(openedOn) },
  activities: { label: 'Atividades', format: ({ activities }) => activities.map((each) => activityNames[each]).join(', ') },
  isCargoDriver: { label: 'Caminhoneiro', format: ({ isCargoDriver }) => yesOrNo(isCargoDriver) },
  closedOn: { label: 'Baixa', format: ({ closedOn }) => (closedOn === null ? 'Sem baixa' : formatDate(closedOn)) },
  excludedCategories: { label: 'Não é receita', format: ({ excludedCategories }) => excludedCategories.join(', ') || 'Nada' },
  hasEmployee: { label: 'Tem empregado', format: ({ hasEmployee }) => yesOrNo(hasEmployee) },
}

/** Those of a profile that does not name any; the server's are in `meiDefaults`. */
const DEFAULT_EXCLUDED = ['Investimentos', 'Aporte', 'Empréstimo']

/** `Relatório mensal de outubro de 2026`, `Declaração anual de 2025` */
export function deliveryTitle({ kind, of }: Pick<Delivery, 'kind' | 'of'>): string {
  return kind === 'dasn' ? `Declaração anual de ${of}` : `Relatório mensal de ${formatMonth(of)}`
}

function yesOrNo(value: boolean): string {
  return value ? 'Sim' : 'Não'
}

/** The whole profile as it is sent. */
function settingsOf({ id: _id, version: _version, ...settings }: MeiProfileEntity): MeiDraft {
  return settings
}

function common(subject: string): Pick<CommandWords, 'subject' | 'centavos' | 'address' | 'offersUndo'> {
  return { subject, centavos: null, address: MEI_SCREEN, offersUndo: false }
}
