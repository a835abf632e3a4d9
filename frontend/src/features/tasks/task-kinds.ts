import { taskTypes, type TaskType } from '@prumo/shared/task-rules'
import { TASKS_SCREEN } from '../../data/screens'

interface TaskTypeTexts {
  /** The label of the tab, and its value in the URL. */
  tab: string
  word: string
  /** For narrow screens. */
  short: string
  /** The noun for completed ones. */
  done: string
  add: string
  empty: { title: string; reason: string }
}

/** The texts of the three types. */
export const taskTypeTexts: Record<TaskType, TaskTypeTexts> = {
  objective: {
    tab: 'Objetivos do Negócio',
    word: 'objetivos',
    short: 'Objetivos',
    done: 'Objetivos concluídos',
    add: 'Novo objetivo',
    empty: { title: 'Nenhum objetivo criado', reason: 'Escreva o que o negócio quer alcançar a seguir.' },
  },
  problem: {
    tab: 'Problemas a Resolver',
    word: 'problemas',
    short: 'Problemas',
    done: 'Problemas resolvidos',
    add: 'Novo problema',
    empty: { title: 'Nenhum problema anotado', reason: 'Anote o que atrapalha e resolva um de cada vez.' },
  },
  task: {
    tab: 'Lista de Tarefas',
    word: 'tarefas',
    short: 'Tarefas',
    done: 'Tarefas concluídas',
    add: 'Nova tarefa',
    empty: { title: 'Nenhuma tarefa na lista', reason: 'Comece pelo que precisa sair esta semana.' },
  },
}

export const TAB_PARAM = 'aba'

/** Parses the tab from a URL; null if missing or invalid. */
export function typeOfAddress(address: URLSearchParams): TaskType | null {
  return taskTypes.find((type) => taskTypeTexts[type].word === address.get(TAB_PARAM)) ?? null
}

export function tabAddress(type: TaskType): string {
  return `${TASKS_SCREEN}?${TAB_PARAM}=${taskTypeTexts[type].word}`
}
