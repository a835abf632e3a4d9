import { expect, test } from '../test.js'

const person = {
  name: 'Rita Prado',
  email: 'rita@exemplo.com.br',
  password: 'senha-da-rita',
  businessName: 'Ateliê da Rita',
  businessType: 'Serviços',
}

test('ends well, and knows its people when it comes back', async ({ app, request }) => {
  const { email, password } = person
  await expect(await request.post('/api/auth/register', { data: person })).toBeOK()
  await app.restart()
  await expect(await request.post('/api/auth/login', { data: { email, password } })).toBeOK()
})
