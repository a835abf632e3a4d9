import type { CalendarDate } from '@prumo/shared/calendar'
import { formatCentavos } from '@prumo/shared/money'
import type { TaskPriority, TaskType } from '@prumo/shared/task-rules'
import type { Task, TaskAnswer } from '@prumo/shared/tasks'
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
import { TASKS_SCREEN } from './screens'

/** A task, as entered. */
export interface TaskDraft {
  title: string
  type: TaskType
  priority: TaskPriority
  costCentavos: number
  date: CalendarDate
}

type EnteredTask = Pick<Task, 'title' | 'type' | 'priority' | 'estimatedCost' | 'estimatedDate'>
type TaskFieldChanges = Partial<EnteredTask & Pick<Task, 'completed'>>

export const taskTypeNames: Record<TaskType, string> = { objective: 'Objetivo', problem: 'Problema', task: 'Tarefa' }
const priorityNames: Record<TaskPriority, string> = { high: 'Alta', medium: 'Média', low: 'Baixa' }

/** A new task. A refused one keeps its id when it is sent again, so that later commands still refer to it. */
export function addTask(draft: TaskDraft, id: string = newId()): NewCommand<Task, EnteredTask> {
  return { name: 'task.add', entity: 'task', entityId: id, args: detailsOf(draft), base: null, draft }
}

/** A correction; null if nothing differs from `seen`. */
export function correctTask(seen: Task, draft: TaskDraft): NewCommand<Task, TaskFieldChanges> | null {
  const changes = pickChanges(seen, detailsOf(draft))
  return Object.keys(changes).length > 0 ? { ...correction(seen, changes), draft } : null
}

/** A toggle, stored as the value that was chosen. */
export function setTaskCompleted(seen: Task, completed: boolean): NewCommand<Task, boolean> {
  return { name: 'task.complete', entity: 'task', entityId: seen.id, args: completed, base: seen }
}

export function deleteTask(seen: Task): NewCommand<Task, null> {
  return { name: 'task.delete', entity: 'task', entityId: seen.id, args: null, base: seen }
}

function restoreTask(deleted: Task): NewCommand<Task, null> {
  return { name: 'task.restore', entity: 'task', entityId: deleted.id, args: null, base: deleted }
}

function correction(seen: Task, changes: TaskFieldChanges): NewCommand<Task, TaskFieldChanges> {
  return { name: 'task.correct', entity: 'task', entityId: seen.id, args: changes, base: seen }
}

const parseTask = (body: unknown): Task => (body as TaskAnswer).task

const addKind: CommandKind<Task, EnteredTask> = {
  lifecycle: 'creates',
  requiresVersion: false,
  affectedFields: () => [],
  request: ({ entityId: id, args }) => ({ method: 'POST', path: '/tasks', body: { id, ...args } }),
  parseAnswer: parseTask,
  apply: (now, { entityId: id, account: userId, args, at }) =>
    now ?? { id, userId, ...args, completed: false, createdAt: at, updatedAt: at, version: 0 },
  invert: ({ entityId: id, account: userId, args, at }) =>
    deleteTask({ id, userId, ...args, completed: false, createdAt: at, updatedAt: at, version: 1 }),
  words: (command) => ({
    ...common(command.args.title, command.args.estimatedCost, formAddress(TASKS_SCREEN)),
    pastTense: 'Você adicionou',
    noun: 'Novo item',
    infinitive: `adicionar ${command.args.title}`,
    accepted: `${taskTypeNames[command.args.type]} na lista`,
  }),
}

const correctKind: CommandKind<Task, TaskFieldChanges> = {
  lifecycle: 'changes',
  requiresVersion: true,
  affectedFields: ({ args }) => Object.keys(args) as (keyof TaskFieldChanges)[],
  request: ({ entityId, args }) => ({ method: 'PUT', path: `/tasks/${entityId}`, body: args }),
  parseAnswer: parseTask,
  apply: (now, { args }) => now && { ...now, ...args },
  invert: ({ base, args }) => base && correction({ ...base, ...args }, pickPrevious(base, args)),
  keepFields: ({ base, args }, fields) => ({ name: 'task.correct', args: pickFields({ ...base, ...args }, fields) }),
  words: ({ base, args, entityId }) => {
    const title = base?.title ?? args.title ?? ''
    return {
      ...common(title, args.estimatedCost ?? base?.estimatedCost ?? 0, formAddress(TASKS_SCREEN, entityId)),
      pastTense: 'Você corrigiu',
      noun: 'Correção',
      infinitive: `corrigir ${title}`,
      accepted: 'Alteração salva',
    }
  },
}

const completeKind: CommandKind<Task, boolean> = {
  lifecycle: 'changes',
  requiresVersion: true,
  affectedFields: () => ['completed'],
  request: ({ entityId, args: completed }) => ({ method: 'PUT', path: `/tasks/${entityId}`, body: { completed } }),
  parseAnswer: parseTask,
  apply: (now, { args: completed }) => now && { ...now, completed },
  invert: ({ base, args: completed }) => base && setTaskCompleted({ ...base, completed }, !completed),
  words: ({ base, args: completed, entityId }) => {
    const title = base?.title ?? ''
    return {
      ...common(title, base?.estimatedCost ?? 0, formAddress(TASKS_SCREEN, entityId)),
      pastTense: completed ? 'Você concluiu' : 'Você reabriu',
      noun: completed ? 'Conclusão' : 'Reabertura',
      infinitive: `${completed ? 'concluir' : 'reabrir'} ${title}`,
      accepted: null,
    }
  },
}

const deleteKind: CommandKind<Task, null> = {
  lifecycle: 'deletes',
  requiresVersion: true,
  affectedFields: ({ base }) => (base ? editableFields(base) : []),
  request: ({ entityId }) => ({ method: 'DELETE', path: `/tasks/${entityId}` }),
  parseAnswer: () => null,
  apply: () => null,
  invert: ({ base }) => base && restoreTask(base),
  words: ({ base }) => ({
    ...common(base?.title ?? '', base?.estimatedCost ?? 0, TASKS_SCREEN),
    pastTense: 'Você excluiu',
    noun: 'Exclusão',
    infinitive: `excluir ${base?.title ?? ''}`,
    accepted: 'Item excluído',
    offersUndo: true,
  }),
}

const restoreKind: CommandKind<Task, null> = {
  lifecycle: 'creates',
  requiresVersion: false,
  affectedFields: () => [],
  request: ({ entityId }) => ({ method: 'POST', path: `/tasks/${entityId}/restore` }),
  parseAnswer: parseTask,
  apply: (now, { base }) => now ?? base,
  invert: ({ base }) => base && deleteTask(base),
  words: ({ base }) => ({
    ...common(base?.title ?? '', base?.estimatedCost ?? 0, TASKS_SCREEN),
    pastTense: 'Você trouxe de volta',
    noun: 'Volta',
    infinitive: `trazer ${base?.title ?? ''} de volta`,
    accepted: null,
  }),
}

export const taskCommands = {
  'task.add': addKind,
  'task.correct': correctKind,
  'task.complete': completeKind,
  'task.delete': deleteKind,
  'task.restore': restoreKind,
}

export const taskFields: FieldFormats<Task> = {
  title: { label: 'Título', format: ({ title }) => title },
  type: { label: 'Tipo', format: ({ type }) => taskTypeNames[type] },
  priority: { label: 'Prioridade', format: ({ priority }) => priorityNames[priority] },
  estimatedCost: { label: 'Custo estimado', format: ({ estimatedCost }) => formatCentavos(estimatedCost) },
  estimatedDate: { label: 'Prazo', format: ({ estimatedDate }) => formatDate(estimatedDate) },
  completed: { label: 'Situação', format: ({ completed }) => (completed ? 'Concluído' : 'Em aberto') },
}

/** The words that all commands on a task share. */
function common(subject: string, cost: number, address: string): Pick<CommandWords, 'subject' | 'centavos' | 'address' | 'offersUndo'> {
  return { subject, centavos: cost > 0 ? cost : null, address, offersUndo: false }
}

function detailsOf({ costCentavos, date, ...entered }: TaskDraft): EnteredTask {
  return { ...entered, estimatedCost: costCentavos, estimatedDate: date }
}
