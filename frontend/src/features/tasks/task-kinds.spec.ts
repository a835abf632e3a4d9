import { tabAddress, typeOfAddress } from './task-kinds'

describe('the tab in the URL', () => {
  it.each([
    ['', null],
    ['aba=objetivos', 'objective'],
    ['aba=problemas', 'problem'],
    ['aba=tarefas&nova=1', 'task'],
    ['aba=outra', null],
  ])('%s is %s', (address, type) => {
    expect(typeOfAddress(new URLSearchParams(address))).toBe(type)
  })

  it('survives a round trip', () => {
    expect(tabAddress('problem')).toBe('/dashboard/tasks?aba=problemas')
    expect(typeOfAddress(new URLSearchParams(tabAddress('task').split('?')[1]))).toBe('task')
  })
})
