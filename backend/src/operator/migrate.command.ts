import { operatorCommand } from './operator.js'

/**
 * `ops migrate`: the first step of a release. Opening the database as its owner, as every command with that role does,
 * runs the migrations.
 */
export const migrateCommand = operatorCommand({
  name: 'migrate',
  description: 'Brings the database up to this release (migrations, read models, grants) and does nothing else; may be run at any time',
  as: () => 'owner',
  async run({ reading: { epoch }, print }) {
    print({ epoch }, () => `The database is up to date with this release (epoch ${epoch}).`)
  },
})
