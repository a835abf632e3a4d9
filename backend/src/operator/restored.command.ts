import { renameLog } from '../event-store/stream/log-name.js'
import { operatorCommand } from './operator.js'

/** `ops restored`: run after the database was restored to an earlier state, such as a backup or a snapshot of its volume. */
export const restoredCommand = operatorCommand({
  name: 'restored',
  description:
    'Gives the log another name after its database was put back to an earlier state, so that no device takes what it read before for what is true now. May be run again at any time',
  as: () => 'owner',
  async run({ database, print }) {
    const log = await renameLog(database)
    print({ log }, () => `The log is ${log} from now on: devices read everything again and ask for their commands by their keys.`)
  },
})
