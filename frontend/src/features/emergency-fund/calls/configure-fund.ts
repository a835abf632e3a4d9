import type { EmergencyFund, EmergencyFundAnswer, FundSettingsBody } from '@prumo/shared/emergency-fund'
import type { Change } from '../../../lib/entities/entity-list'
import { useEntityCommand } from '../../../lib/entities/use-entity-command'
import { write } from '../../../lib/write'
import { showToast } from '../../../ui/toast/toast'
import { useFailureToast } from '../../../ui/toast/use-failure-toast'
import { configured, type Account, type TargetDraft } from '../fund/fund-changes'
import { emergencyFund } from './emergency-fund'

type Configuration = Change<EmergencyFund> & { after: EmergencyFund }

export const TARGET_SAVED = 'Meta da reserva salva'

/** `PUT /emergency-fund` with the target. */
export function useConfigureFund(account: Account) {
  const fail = useFailureToast()
  const { mutate } = useEntityCommand<EmergencyFund, Configuration>(emergencyFund, {
    send: async ({ before, after: { targetMonths, monthlyExpenseAverage } }) => {
      const body: FundSettingsBody = { targetMonths, monthlyExpenseAverage }
      return (await write<EmergencyFundAnswer>({ method: 'PUT', path: '/emergency-fund', body, ...(before && { version: before.version }) })).emergencyFund
    },
    onDone: () => showToast({ text: TARGET_SAVED }),
    onFailed: (failure) => fail(failure, 'A meta da reserva não foi salva.'),
  })
  return (before: EmergencyFund | null, draft: TargetDraft) => mutate({ before, after: configured(before, draft, account) })
}
