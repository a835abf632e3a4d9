import type { CalendarDate } from '@prumo/shared/calendar'
import { currentAfter, isReached, type GoalCategory, type GoalPriority } from '@prumo/shared/goal-rules'
import type { Goal, GoalAnswer } from '@prumo/shared/goals'
import { centavosToReais, formatCentavos } from '@prumo/shared/money'
import { centavosOf } from '../lib/centavos'
import { formatDate } from '../lib/dates'
import { formAddress } from '../lib/form-address'
import { newId } from '../lib/new-id'
import { changesOf, contentOf, valuesBefore, valuesOf, type CommandKind, type FieldWords, type NewCommand, type Words } from './command'

/** What a person says about a goal. */
export interface GoalDraft {
  title: string
  targetCentavos: number
  currentCentavos: number
  deadline: CalendarDate
  category: GoalCategory
  priority: GoalPriority
}

type Details = Pick<Goal, 'title' | 'targetAmount' | 'currentAmount' | 'deadline' | 'category' | 'priority'>
type Changes = Partial<Details>
/** What was put aside. */
export interface ProgressDraft {
  centavos: number
}

export const GOALS_SCREEN = '/dashboard/goals'
/** Holds the id of the goal whose progress is being entered. */
export const PROGRESS_PARAM = 'progresso'
const priorityNames: Record<GoalPriority, string> = { high: 'Alta', medium: 'Média', low: 'Baixa' }

/** A new goal. What was refused keeps its id, so that what waits behind it still means it. */
export function setGoal(draft: GoalDraft, id: string = newId()): NewCommand<Goal, Details> {
  return { name: 'goal.set', entity: 'goal', entityId: id, args: detailsOf(draft), on: null, draft }
}

/** Null where nothing differs from what was seen. */
export function correctGoal(seen: Goal, draft: GoalDraft): NewCommand<Goal, Changes> | null {
  const changes = changesOf(seen, detailsOf(draft))
  return Object.keys(changes).length > 0 ? { ...correction(seen, changes), draft } : null
}

/** Money put aside; what exceeds the target is dropped. */
export function progressGoal(seen: Goal, centavos: number): NewCommand<Goal, ProgressDraft> {
  return { name: 'goal.progress', entity: 'goal', entityId: seen.id, args: { centavos }, on: seen, draft: { centavos } }
}

export function deleteGoal(seen: Goal): NewCommand<Goal, null> {
  return { name: 'goal.delete', entity: 'goal', entityId: seen.id, args: null, on: seen }
}

function restoreGoal(deleted: Goal): NewCommand<Goal, null> {
  return { name: 'goal.restore', entity: 'goal', entityId: deleted.id, args: null, on: deleted }
}

function correction(seen: Goal, changes: Changes): NewCommand<Goal, Changes> {
  return { name: 'goal.correct', entity: 'goal', entityId: seen.id, args: changes, on: seen }
}

const answer = (body: unknown): Goal => (body as GoalAnswer).goal

/** A goal with other details; whether it is completed follows from its amounts. */
function changed(before: Goal, changes: Changes): Goal {
  const after = { ...before, ...changes }
  return { ...after, completed: isReached(after) }
}

/** A goal after so many centavos more. */
export function progressed(goal: Goal, centavos: number): Goal {
  const current = currentAfter({ currentAmount: centavosOf(goal.currentAmount), targetAmount: centavosOf(goal.targetAmount) }, centavos)
  return changed(goal, { currentAmount: centavosToReais(current) })
}

/** What was applied, and how much of it when that was not all. */
export function progressText(before: Goal, centavos: number): string {
  const after = progressed(before, centavos)
  const applied = centavosOf(after.currentAmount) - centavosOf(before.currentAmount)
  const amount = formatCentavos(applied)
  if (!after.completed) return `${amount} a mais em ${before.title}`
  if (applied === centavos) return `Meta concluída: ${before.title}, com ${amount} a mais`
  return `Meta concluída: ${before.title}. Aplicado: ${amount} de ${formatCentavos(centavos)}`
}

const set: CommandKind<Goal, Details> = {
  life: 'begins',
  pinned: false,
  touches: () => [],
  request: ({ entityId: id, args }) => ({ method: 'POST', path: '/goals', body: { id, ...args } }),
  answer,
  effect: (now, command) => now ?? begun(command.entityId, command.account, command.args, command.at, 0),
  undo: (command) => deleteGoal(begun(command.entityId, command.account, command.args, command.at, 1)),
  words: ({ args }) => ({
    ...common(args.title, centavosOf(args.targetAmount), formAddress(GOALS_SCREEN)),
    did: 'Você criou a meta',
    what: 'Nova meta',
    todo: `criar a meta ${args.title}`,
    accepted: 'Meta criada',
  }),
}

const correct: CommandKind<Goal, Changes> = {
  life: 'changes',
  pinned: true,
  touches: ({ args }) => Object.keys(args) as (keyof Changes)[],
  request: ({ entityId, args }) => ({ method: 'PUT', path: `/goals/${entityId}`, body: args }),
  answer,
  effect: (now, { args }) => now && changed(now, args),
  undo: ({ on, args }) => on && correction(changed(on, args), valuesBefore(on, args)),
  keeping: ({ on, args }, fields) => ({ name: 'goal.correct', args: valuesOf({ ...on, ...args }, fields) }),
  words: ({ on, args, entityId }) => {
    const title = on?.title ?? args.title ?? ''
    const target = args.targetAmount ?? on?.targetAmount ?? 0
    return {
      ...common(title, centavosOf(target), formAddress(GOALS_SCREEN, entityId)),
      did: 'Você corrigiu a meta',
      what: 'Correção',
      todo: `corrigir a meta ${title}`,
      accepted: 'Alteração salva',
    }
  },
}

const progress: CommandKind<Goal, ProgressDraft> = {
  life: 'changes',
  // On the version that was seen, so that what is said to have been applied is what was applied.
  pinned: true,
  movement: true,
  touches: () => ['currentAmount', 'targetAmount'],
  request: ({ entityId, args }) => ({
    method: 'PATCH',
    path: `/goals/${entityId}/progress`,
    body: { amount: centavosToReais(args.centavos) },
  }),
  answer,
  effect: (now, { args }) => now && progressed(now, args.centavos),
  undo: ({ on, args }) => on && correction(progressed(on, args.centavos), { currentAmount: on.currentAmount }),
  words: ({ on, args, entityId }) => ({
    ...common(on?.title ?? '', args.centavos, `${GOALS_SCREEN}?${PROGRESS_PARAM}=${encodeURIComponent(entityId)}`),
    did: 'Você guardou para a meta',
    what: 'Progresso',
    todo: `guardar ${formatCentavos(args.centavos)}`,
    accepted: on && progressText(on, args.centavos),
    offersUndo: true,
  }),
}

const remove: CommandKind<Goal, null> = {
  life: 'ends',
  pinned: true,
  touches: ({ on }) => (on ? contentOf(on) : []),
  request: ({ entityId }) => ({ method: 'DELETE', path: `/goals/${entityId}` }),
  answer: () => null,
  effect: () => null,
  undo: ({ on }) => on && restoreGoal(on),
  words: ({ on }) => ({
    ...common(on?.title ?? '', on && centavosOf(on.targetAmount), GOALS_SCREEN),
    did: 'Você excluiu a meta',
    what: 'Exclusão',
    todo: `excluir a meta ${on?.title ?? ''}`,
    accepted: 'Meta excluída',
    offersUndo: true,
  }),
}

const restore: CommandKind<Goal, null> = {
  life: 'begins',
  pinned: false,
  touches: () => [],
  request: ({ entityId }) => ({ method: 'POST', path: `/goals/${entityId}/restore` }),
  answer,
  effect: (now, { on }) => now ?? on,
  undo: ({ on }) => on && deleteGoal(on),
  words: ({ on }) => ({
    ...common(on?.title ?? '', on && centavosOf(on.targetAmount), GOALS_SCREEN),
    did: 'Você trouxe a meta de volta',
    what: 'Volta',
    todo: `trazer a meta ${on?.title ?? ''} de volta`,
    accepted: null,
  }),
}

export const goalCommands = {
  'goal.set': set,
  'goal.correct': correct,
  'goal.progress': progress,
  'goal.delete': remove,
  'goal.restore': restore,
}

export const goalFields: FieldWords<Goal> = {
  title: { label: 'Título', write: ({ title }) => title },
  targetAmount: { label: 'Valor da meta', write: ({ targetAmount }) => formatCentavos(centavosOf(targetAmount)) },
  currentAmount: { label: 'Valor guardado', write: ({ currentAmount }) => formatCentavos(centavosOf(currentAmount)) },
  deadline: { label: 'Prazo', write: ({ deadline }) => formatDate(deadline) },
  category: { label: 'Categoria', write: ({ category }) => category },
  priority: { label: 'Prioridade', write: ({ priority }) => priorityNames[priority] },
}

/** What is the same for every command on a goal. */
function common(subject: string, centavos: number | null, address: string): Pick<Words, 'subject' | 'centavos' | 'address' | 'offersUndo'> {
  return { subject, centavos, address, offersUndo: false }
}

function begun(id: string, userId: string, details: Details, at: string, version: number): Goal {
  return { id, userId, ...details, completed: isReached(details), createdAt: at, updatedAt: at, version }
}

function detailsOf({ targetCentavos, currentCentavos, ...entered }: GoalDraft): Details {
  return { ...entered, targetAmount: centavosToReais(targetCentavos), currentAmount: centavosToReais(currentCentavos) }
}
