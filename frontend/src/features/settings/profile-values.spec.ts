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
  it('shows amounts as they are written, nothing for none, and difficulties in the order of the list', () => {
    expect(seen).toMatchObject({ monthlyIncome: '12.500,50', mainDifficulties: ['Controle de fluxo de caixa', 'Reserva de emergência'] })
    expect(valuesOf({ ...user, monthlyIncome: 0 }).monthlyIncome).toBe('')
  })

  it('sends nothing where nothing differs, however it is written', () => {
    expect(changesIn({ ...seen, name: ' Marina Duarte ', monthlyIncome: '12500,5' }, seen)).toEqual({})
  })

  it('sends what was changed alone', () => {
    expect(changesIn({ ...seen, businessName: 'Doce Casa', monthlyIncome: '', mainDifficulties: [] }, seen)).toEqual({
      businessName: 'Doce Casa',
      monthlyIncome: 0,
      mainDifficulties: [],
    })
  })
})
