import { useState } from 'react'
import type { DeliveryKind } from '@prumo/shared/mei-obligations'
import { deliveryProblem } from '@prumo/shared/mei-obligations'
import type { Delivery } from '@prumo/shared/mei'
import { useAccount } from '../../data/account'
import { deliver, type MeiProfileEntity } from '../../data/mei-commands'
import { useToday } from '../../lib/use-today'

/** Records the delivery of a period. `problem` says why that is not possible yet. */
export function useDelivery(kind: DeliveryKind, of: string, profile: MeiProfileEntity | null) {
  const { outbox } = useAccount()
  const now = useToday()
  // Guards against a second tap; another period has its own.
  const [recorded, setRecorded] = useState<string | null>(null)
  const problem = profile && deliveryProblem({ kind, of }, profile, now)

  function record(figures: Delivery['figures']): void {
    setRecorded(of)
    void outbox.enqueue(deliver({ kind, of, figures }))
  }

  return { problem, isRecorded: recorded === of, record }
}
