import { checkDamage, forms } from './test-statement-forms'

/** For all formats together. */
const STATEMENTS = 10_000

it.each(Object.entries(forms))('reads or lists every row of damaged statements in the format of %s', (_, form) =>
  checkDamage(form, Math.ceil(STATEMENTS / Object.keys(forms).length)),
)
