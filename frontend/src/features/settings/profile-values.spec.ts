import type { User } from '@prumo/shared/identity'
import { changesIn, valuesOf } from './profile-values'

const user: User = {
  id: '01890000-0000-7000-8000-000000000001',
  name: 'Marina Duarte',
  email: 'marina@docelar.com.br',
  emailVerified: true,
  businessName: 'Doce Lar Confeitaria',
  businessType: 'Alimentação',
  monthlyIncome: 1_250_050,
  mainDifficulties: ['Reserva de emergência', 'Controle de fluxo de caixa'],
  acceptedTerms: null,
  createdAt: '2025-09-01T12:00:00.000Z',
}
const seen = valuesOf(user)

describe('the form of the profile', () => {
  it('formats amounts, shows none as empty, and sorts difficulties as listed', () => {
    expect(seen).toMatchObject({ monthlyIncome: '12.500,50', mainDifficulties: ['Controle de fluxo de caixa', 'Reserva de emergência'] })
    expect(valuesOf({ ...user, monthlyIncome: 0 }).monthlyIncome).toBe('')
  })

  it('sends nothing without a difference, however amounts are spelled', () => {
    expect(changesIn({ ...seen, name: ' Marina Duarte ', monthlyIncome: '12500,5' }, seen)).toEqual({})
  })

  it('sends the changed fields only', () => {
    expect(changesIn({ ...seen, businessName: 'Doce Casa', monthlyIncome: '', mainDifficulties: [] }, seen)).toEqual({
      businessName: 'Doce Casa',
      monthlyIncome: 0,
      mainDifficulties: [],
    })
  })
})
