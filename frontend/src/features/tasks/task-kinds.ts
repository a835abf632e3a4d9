import { taskTypes, type TaskType } from '@prumo/shared/task-rules'
import { TASKS_SCREEN } from '../../data/screens'

interface TaskTypeTexts {
  /** Its tab, and the word for it in the address. */
  tab: string
  word: string
  /** Where there is little room. */
  short: string
  /** How those that are done are counted. */
  done: string
  add: string
  empty: { title: string; reason: string }
}

/** What the three types are called. */
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

/** Which tab an address asks for; null when it says nothing, or something else. */
export function typeOfAddress(address: URLSearchParams): TaskType | null {
  return taskTypes.find((type) => taskTypeTexts[type].word === address.get(TAB_PARAM)) ?? null
}

export function tabAddress(type: TaskType): string {
  return `${TASKS_SCREEN}?${TAB_PARAM}=${taskTypeTexts[type].word}`
}
