import { checkDamage, forms } from './test-statement-forms'

/** Of all forms together. */
const STATEMENTS = 10_000

it.each(Object.entries(forms))('reads or lists every row of damaged statements in the form of %s', (_, form) =>
  checkDamage(form, Math.ceil(STATEMENTS / Object.keys(forms).length)),
)
