import type { CalendarDate } from '@prumo/shared/calendar'
import { centavosToReais, formatCentavos } from '@prumo/shared/money'
import type { TaskPriority, TaskType } from '@prumo/shared/task-rules'
import type { Task, TaskAnswer } from '@prumo/shared/tasks'
import { centavosOf } from '../lib/centavos'
import { formatDate } from '../lib/dates'
import { formAddress } from '../lib/form-address'
import { newId } from '../lib/new-id'
import { changesOf, contentOf, valuesBefore, valuesOf, type CommandKind, type FieldWords, type NewCommand, type Words } from './command'

/** What a person says about a task. */
export interface TaskDraft {
  title: string
  type: TaskType
  priority: TaskPriority
  costCentavos: number
  date: CalendarDate
}

type Details = Pick<Task, 'title' | 'type' | 'priority' | 'estimatedCost' | 'estimatedDate'>
type Changes = Partial<Details & Pick<Task, 'completed'>>

export const TASKS_SCREEN = '/dashboard/tasks'
export const taskTypeNames: Record<TaskType, string> = { objective: 'Objetivo', problem: 'Problema', task: 'Tarefa' }
const priorityNames: Record<TaskPriority, string> = { high: 'Alta', medium: 'Média', low: 'Baixa' }

/** A new task. What was refused keeps its id, so that what waits behind it still means it. */
export function addTask(draft: TaskDraft, id: string = newId()): NewCommand<Task, Details> {
  return { name: 'task.add', entity: 'task', entityId: id, args: detailsOf(draft), on: null, draft }
}

/** Null where nothing differs from what was seen. */
export function correctTask(seen: Task, draft: TaskDraft): NewCommand<Task, Changes> | null {
  const changes = changesOf(seen, detailsOf(draft))
  return Object.keys(changes).length > 0 ? { ...correction(seen, changes), draft } : null
}

/** A toggle, stored as what it means. */
export function setTaskCompleted(seen: Task, completed: boolean): NewCommand<Task, boolean> {
  return { name: 'task.complete', entity: 'task', entityId: seen.id, args: completed, on: seen }
}

export function deleteTask(seen: Task): NewCommand<Task, null> {
  return { name: 'task.delete', entity: 'task', entityId: seen.id, args: null, on: seen }
}

function restoreTask(deleted: Task): NewCommand<Task, null> {
  return { name: 'task.restore', entity: 'task', entityId: deleted.id, args: null, on: deleted }
}

function correction(seen: Task, changes: Changes): NewCommand<Task, Changes> {
  return { name: 'task.correct', entity: 'task', entityId: seen.id, args: changes, on: seen }
}

const answer = (body: unknown): Task => (body as TaskAnswer).task

const add: CommandKind<Task, Details> = {
  life: 'begins',
  pinned: false,
  touches: () => [],
  request: ({ entityId: id, args }) => ({ method: 'POST', path: '/tasks', body: { id, ...args } }),
  answer,
  effect: (now, { entityId: id, account: userId, args, at }) =>
    now ?? { id, userId, ...args, completed: false, createdAt: at, updatedAt: at, version: 0 },
  undo: ({ entityId: id, account: userId, args, at }) =>
    deleteTask({ id, userId, ...args, completed: false, createdAt: at, updatedAt: at, version: 1 }),
  words: (command) => ({
    ...common(command.args.title, command.args.estimatedCost, formAddress(TASKS_SCREEN)),
    did: 'Você adicionou',
    what: 'Novo item',
    todo: `adicionar ${command.args.title}`,
    accepted: `${taskTypeNames[command.args.type]} na lista`,
  }),
}

const correct: CommandKind<Task, Changes> = {
  life: 'changes',
  pinned: true,
  touches: ({ args }) => Object.keys(args) as (keyof Changes)[],
  request: ({ entityId, args }) => ({ method: 'PUT', path: `/tasks/${entityId}`, body: args }),
  answer,
  effect: (now, { args }) => now && { ...now, ...args },
  undo: ({ on, args }) => on && correction({ ...on, ...args }, valuesBefore(on, args)),
  keeping: ({ on, args }, fields) => ({ name: 'task.correct', args: valuesOf({ ...on, ...args }, fields) }),
  words: ({ on, args, entityId }) => {
    const title = on?.title ?? args.title ?? ''
    return {
      ...common(title, args.estimatedCost ?? on?.estimatedCost ?? 0, formAddress(TASKS_SCREEN, entityId)),
      did: 'Você corrigiu',
      what: 'Correção',
      todo: `corrigir ${title}`,
      accepted: 'Alteração salva',
    }
  },
}

const complete: CommandKind<Task, boolean> = {
  life: 'changes',
  pinned: true,
  touches: () => ['completed'],
  request: ({ entityId, args: completed }) => ({ method: 'PUT', path: `/tasks/${entityId}`, body: { completed } }),
  answer,
  effect: (now, { args: completed }) => now && { ...now, completed },
  undo: ({ on, args: completed }) => on && setTaskCompleted({ ...on, completed }, !completed),
  words: ({ on, args: completed, entityId }) => {
    const title = on?.title ?? ''
    return {
      ...common(title, on?.estimatedCost ?? 0, formAddress(TASKS_SCREEN, entityId)),
      did: completed ? 'Você concluiu' : 'Você reabriu',
      what: completed ? 'Conclusão' : 'Reabertura',
      todo: `${completed ? 'concluir' : 'reabrir'} ${title}`,
      accepted: null,
    }
  },
}

const remove: CommandKind<Task, null> = {
  life: 'ends',
  pinned: true,
  touches: ({ on }) => (on ? contentOf(on) : []),
  request: ({ entityId }) => ({ method: 'DELETE', path: `/tasks/${entityId}` }),
  answer: () => null,
  effect: () => null,
  undo: ({ on }) => on && restoreTask(on),
  words: ({ on }) => ({
    ...common(on?.title ?? '', on?.estimatedCost ?? 0, TASKS_SCREEN),
    did: 'Você excluiu',
    what: 'Exclusão',
    todo: `excluir ${on?.title ?? ''}`,
    accepted: 'Item excluído',
    offersUndo: true,
  }),
}

const restore: CommandKind<Task, null> = {
  life: 'begins',
  pinned: false,
  touches: () => [],
  request: ({ entityId }) => ({ method: 'POST', path: `/tasks/${entityId}/restore` }),
  answer,
  effect: (now, { on }) => now ?? on,
  undo: ({ on }) => on && deleteTask(on),
  words: ({ on }) => ({
    ...common(on?.title ?? '', on?.estimatedCost ?? 0, TASKS_SCREEN),
    did: 'Você trouxe de volta',
    what: 'Volta',
    todo: `trazer ${on?.title ?? ''} de volta`,
    accepted: null,
  }),
}

export const taskCommands = {
  'task.add': add,
  'task.correct': correct,
  'task.complete': complete,
  'task.delete': remove,
  'task.restore': restore,
}

export const taskFields: FieldWords<Task> = {
  title: { label: 'Título', write: ({ title }) => title },
  type: { label: 'Tipo', write: ({ type }) => taskTypeNames[type] },
  priority: { label: 'Prioridade', write: ({ priority }) => priorityNames[priority] },
  estimatedCost: { label: 'Custo estimado', write: ({ estimatedCost }) => formatCentavos(centavosOf(estimatedCost)) },
  estimatedDate: { label: 'Prazo', write: ({ estimatedDate }) => formatDate(estimatedDate) },
  completed: { label: 'Situação', write: ({ completed }) => (completed ? 'Concluído' : 'Em aberto') },
}

/** What is the same for every command on a task. */
function common(subject: string, cost: number, address: string): Pick<Words, 'subject' | 'centavos' | 'address' | 'offersUndo'> {
  return { subject, centavos: cost > 0 ? centavosOf(cost) : null, address, offersUndo: false }
}

function detailsOf({ costCentavos, date, ...entered }: TaskDraft): Details {
  return { ...entered, estimatedCost: centavosToReais(costCentavos), estimatedDate: date }
}
