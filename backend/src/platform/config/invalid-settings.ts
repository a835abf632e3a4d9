/** An invalid setting, which prevents the start. The message has one `VARIABLE: what to do` line per problem, for the operator. */
export class InvalidSettings extends Error {
  override readonly name = 'InvalidSettings'

  constructor(readonly problems: string[]) {
    super(problems.join('\n'))
  }
}
