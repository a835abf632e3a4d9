/** A form's fields, nested as their names say: `items[0][price]=x` is `{ items: { 0: { price: 'x' } } }`. */
export interface FormFields {
  [name: string]: string | FormFields
}

/** Decodes a query or an urlencoded body as Stripe does. `expand[]=a&expand[]=b` numbers its values. */
export function decodeForm(text: string): FormFields {
  const root = emptyFields()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name)
    let place = root
    for (const [position, part] of path.entries()) {
      const key = part === '' ? String(Object.keys(place).length) : part
      if (position === path.length - 1) place[key] = value
      else place = nested(place, key)
    }
  }
  return root
}

function nested(place: FormFields, key: string): FormFields {
  const there = place[key]
  if (typeof there === 'object') return there
  return (place[key] = emptyFields())
}

/** Without a prototype, because a field may be called `constructor`. */
function emptyFields(): FormFields {
  return Object.create(null) as FormFields
}

function pathOf(name: string): string[] {
  const head = name.split('[', 1)[0] ?? ''
  return [head, ...[...name.slice(head.length).matchAll(/\[([^\]]*)\]/g)].map((match) => match[1] ?? '')]
}
