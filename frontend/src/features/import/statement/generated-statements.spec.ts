import { checkDamage, checkReading, forms } from './test-statement-forms'

describe.each(Object.entries(forms))('whatever is written in the form of %s', (_, form) => {
  it('is read back to the centavo, line by line', () => checkReading(form, 20))
  it('and then damaged is read as it was or listed, never wrong and never lost', () => checkDamage(form, 20))
})
