import type { CalendarDate } from '@prumo/shared/calendar'
import { currentAfter, isReached, type GoalCategory, type GoalPriority } from '@prumo/shared/goal-rules'
import type { Goal, GoalAnswer } from '@prumo/shared/goals'
import { formatCentavos } from '@prumo/shared/money'
import { formatDate } from '../lib/dates'
import { formAddress } from '../lib/form-address'
import { newId } from '../lib/new-id'
import {
  pickChanges,
  editableFields,
  pickPrevious,
  pickFields,
  type CommandKind,
  type FieldFormats,
  type NewCommand,
  type CommandWords,
} from './sync/command'
import { GOALS_SCREEN } from './screens'

/** A goal, as entered. */
export interface GoalDraft {
  title: string
  targetCentavos: number
  currentCentavos: number
  deadline: CalendarDate
  category: GoalCategory
  priority: GoalPriority
}

type EnteredGoal = Pick<Goal, 'title' | 'targetAmount' | 'currentAmount' | 'deadline' | 'category' | 'priority'>
type GoalFieldChanges = Partial<EnteredGoal>
/** Progress, as entered. */
export interface ProgressDraft {
  centavos: number
}

/** Has the id of the goal whose progress form is open. */
export const PROGRESS_PARAM = 'progresso'
const priorityNames: Record<GoalPriority, string> = { high: 'Alta', medium: 'Média', low: 'Baixa' }

/** A new goal. A refused one keeps its id when it is sent again, so that later commands still refer to it. */
export function setGoal(draft: GoalDraft, id: string = newId()): NewCommand<Goal, EnteredGoal> {
  return { name: 'goal.set', entity: 'goal', entityId: id, args: detailsOf(draft), base: null, draft }
}

/** A correction; null if nothing differs from `seen`. */
export function correctGoal(seen: Goal, draft: GoalDraft): NewCommand<Goal, GoalFieldChanges> | null {
  const changes = pickChanges(seen, detailsOf(draft))
  return Object.keys(changes).length > 0 ? { ...correction(seen, changes), draft } : null
}

/** Adds money to a goal; an amount beyond the target is dropped. */
export function progressGoal(seen: Goal, centavos: number): NewCommand<Goal, ProgressDraft> {
  return { name: 'goal.progress', entity: 'goal', entityId: seen.id, args: { centavos }, base: seen, draft: { centavos } }
}

export function deleteGoal(seen: Goal): NewCommand<Goal, null> {
  return { name: 'goal.delete', entity: 'goal', entityId: seen.id, args: null, base: seen }
}

function restoreGoal(deleted: Goal): NewCommand<Goal, null> {
  return { name: 'goal.restore', entity: 'goal', entityId: deleted.id, args: null, base: deleted }
}

function correction(seen: Goal, changes: GoalFieldChanges): NewCommand<Goal, GoalFieldChanges> {
  return { name: 'goal.correct', entity: 'goal', entityId: seen.id, args: changes, base: seen }
}

const parseGoal = (body: unknown): Goal => (body as GoalAnswer).goal

/** The goal with other details; `completed` follows from its amounts. */
function withChanges(before: Goal, changes: GoalFieldChanges): Goal {
  const after = { ...before, ...changes }
  return { ...after, completed: isReached(after) }
}

/** The goal after adding an amount. */
export function withProgress(goal: Goal, centavos: number): Goal {
  return withChanges(goal, { currentAmount: currentAfter(goal, centavos) })
}

/** The text of an amount that was applied, with the applied part if that was not all. */
export function progressText(before: Goal, centavos: number): string {
  const after = withProgress(before, centavos)
  const applied = after.currentAmount - before.currentAmount
  const amount = formatCentavos(applied)
  if (!after.completed) return `${amount} a mais em ${before.title}`
  if (applied === centavos) return `Meta concluída: ${before.title}, com ${amount} a mais`
  return `Meta concluída: ${before.title}. Aplicado: ${amount} de ${formatCentavos(centavos)}`
}

const setKind: CommandKind<Goal, EnteredGoal> = {
  lifecycle: 'creates',
  requiresVersion: false,
  affectedFields: () => [],
  request: ({ entityId: id, args }) => ({ method: 'POST', path: '/goals', body: { id, ...args } }),
  parseAnswer: parseGoal,
  apply: (now, command) => now ?? createGoal(command.entityId, command.account, command.args, command.at, 0),
  invert: (command) => deleteGoal(createGoal(command.entityId, command.account, command.args, command.at, 1)),
  words: ({ args }) => ({
    ...common(args.title, args.targetAmount, formAddress(GOALS_SCREEN)),
    pastTense: 'Você criou a meta',
    noun: 'Nova meta',
    infinitive: `criar a meta ${args.title}`,
    accepted: 'Meta criada',
  }),
}

const correctKind: CommandKind<Goal, GoalFieldChanges> = {
  lifecycle: 'changes',
  requiresVersion: true,
  affectedFields: ({ args }) => Object.keys(args) as (keyof GoalFieldChanges)[],
  request: ({ entityId, args }) => ({ method: 'PUT', path: `/goals/${entityId}`, body: args }),
  parseAnswer: parseGoal,
  apply: (now, { args }) => now && withChanges(now, args),
  invert: ({ base, args }) => base && correction(withChanges(base, args), pickPrevious(base, args)),
  keepFields: ({ base, args }, fields) => ({ name: 'goal.correct', args: pickFields({ ...base, ...args }, fields) }),
  words: ({ base, args, entityId }) => {
    const title = base?.title ?? args.title ?? ''
    const target = args.targetAmount ?? base?.targetAmount ?? 0
    return {
      ...common(title, target, formAddress(GOALS_SCREEN, entityId)),
      pastTense: 'Você corrigiu a meta',
      noun: 'Correção',
      infinitive: `corrigir a meta ${title}`,
      accepted: 'Alteração salva',
    }
  },
}

const progressKind: CommandKind<Goal, ProgressDraft> = {
  lifecycle: 'changes',
  // On the version that was shown, so that the text about the applied part stays true.
  requiresVersion: true,
  isDelta: true,
  affectedFields: () => ['currentAmount', 'targetAmount'],
  request: ({ entityId, args }) => ({
    method: 'PATCH',
    path: `/goals/${entityId}/progress`,
    body: { amount: args.centavos },
  }),
  parseAnswer: parseGoal,
  apply: (now, { args }) => now && withProgress(now, args.centavos),
  invert: ({ base, args }) => base && correction(withProgress(base, args.centavos), { currentAmount: base.currentAmount }),
  words: ({ base, args, entityId }) => ({
    ...common(base?.title ?? '', args.centavos, `${GOALS_SCREEN}?${PROGRESS_PARAM}=${encodeURIComponent(entityId)}`),
    pastTense: 'Você guardou para a meta',
    noun: 'Progresso',
    infinitive: `guardar ${formatCentavos(args.centavos)}`,
    accepted: base && progressText(base, args.centavos),
    offersUndo: true,
  }),
}

const deleteKind: CommandKind<Goal, null> = {
  lifecycle: 'deletes',
  requiresVersion: true,
  affectedFields: ({ base }) => (base ? editableFields(base) : []),
  request: ({ entityId }) => ({ method: 'DELETE', path: `/goals/${entityId}` }),
  parseAnswer: () => null,
  apply: () => null,
  invert: ({ base }) => base && restoreGoal(base),
  words: ({ base }) => ({
    ...common(base?.title ?? '', base?.targetAmount ?? null, GOALS_SCREEN),
    pastTense: 'Você excluiu a meta',
    noun: 'Exclusão',
    infinitive: `excluir a meta ${base?.title ?? ''}`,
    accepted: 'Meta excluída',
    offersUndo: true,
  }),
}

const restoreKind: CommandKind<Goal, null> = {
  lifecycle: 'creates',
  requiresVersion: false,
  affectedFields: () => [],
  request: ({ entityId }) => ({ method: 'POST', path: `/goals/${entityId}/restore` }),
  parseAnswer: parseGoal,
  apply: (now, { base }) => now ?? base,
  invert: ({ base }) => base && deleteGoal(base),
  words: ({ base }) => ({
    ...common(base?.title ?? '', base?.targetAmount ?? null, GOALS_SCREEN),
    pastTense: 'Você trouxe a meta de volta',
    noun: 'Volta',
    infinitive: `trazer a meta ${base?.title ?? ''} de volta`,
    accepted: null,
  }),
}

export const goalCommands = {
  'goal.set': setKind,
  'goal.correct': correctKind,
  'goal.progress': progressKind,
  'goal.delete': deleteKind,
  'goal.restore': restoreKind,
}

export const goalFields: FieldFormats<Goal> = {
  title: { label: 'Título', format: ({ title }) => title },
  targetAmount: { label: 'Valor da meta', format: ({ targetAmount }) => formatCentavos(targetAmount) },
  currentAmount: { label: 'Valor guardado', format: ({ currentAmount }) => formatCentavos(currentAmount) },
  deadline: { label: 'Prazo', format: ({ deadline }) => formatDate(deadline) },
  category: { label: 'Categoria', format: ({ category }) => category },
  priority: { label: 'Prioridade', format: ({ priority }) => priorityNames[priority] },
}

/** The words that all commands on a goal share. */
function common(
  subject: string,
  centavos: number | null,
  address: string,
): Pick<CommandWords, 'subject' | 'centavos' | 'address' | 'offersUndo'> {
  return { subject, centavos, address, offersUndo: false }
}

function createGoal(id: string, userId: string, details: EnteredGoal, at: string, version: number): Goal {
  return { id, userId, ...details, completed: isReached(details), createdAt: at, updatedAt: at, version }
}

function detailsOf({ targetCentavos, currentCentavos, ...entered }: GoalDraft): EnteredGoal {
  return { ...entered, targetAmount: targetCentavos, currentAmount: currentCentavos }
}
