import { waitingText } from './day-row'

describe('the count of queued changes beside a day', () => {
  it('counts them here and on other entities', () => {
    expect(waitingText(0, [])).toBe('')
    expect(waitingText(3, [])).toBe('3 aguardando aqui')
    expect(waitingText(3, ['transaction', 'emergency-fund', 'transaction'])).toBe('3 aguardando aqui, 1 na Reserva')
    expect(waitingText(0, ['task', 'goal', 'task'])).toBe('1 aguardando em Metas, 2 em Tarefas')
  })
})
