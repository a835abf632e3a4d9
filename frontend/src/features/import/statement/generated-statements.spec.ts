import { checkDamage, checkReading, forms } from './test-statement-forms'

describe.each(Object.entries(forms))('generated statements in the format of %s', (_, form) => {
  it('are read back to the centavo, line by line', () => checkReading(form, 20))
  it('when damaged are read as they were or listed, never wrong and never lost', () => checkDamage(form, 20))
})
