import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api'
import { listKey, withChange, type Change, type Entity, type EntityKind } from './entity-list'

interface Command<E extends Entity, C extends Change<E>> {
  /** Tells the server; answers the entity as it is there, null when it is gone. */
  send: (change: C) => Promise<E | null>
  /** The server has it. */
  onDone?: (change: C) => void
  /** The change has been taken back; says why. */
  onFailed: (failure: unknown, change: C) => void
}

/**
 * A command that shows its effect at once and takes it back when it fails. Commands on one kind leave one after
 * another, so that each is decided on what the one before left behind.
 */
export function useEntityCommand<E extends Entity, C extends Change<E>>(kind: EntityKind<E>, { send, onDone, onFailed }: Command<E, C>) {
  const client = useQueryClient()
  const all = [kind.name]
  return useMutation({
    mutationKey: all,
    scope: { id: kind.name },
    mutationFn: send,
    onMutate: async (change) => {
      // An answer on its way would show the state before this command; what has nothing to show yet is awaited all the same.
      await client.cancelQueries({ queryKey: all, predicate: (query) => query.state.data !== undefined })
      apply(client, kind, change)
    },
    onSuccess: (answer, change) => {
      const shown = change.after && find(client, kind, change.after.id)
      // A later command may already show more than this answer knows, or have taken it away.
      if (answer && shown && shown.version <= answer.version) apply(client, kind, { before: change.after, after: answer })
      onDone?.(change)
    },
    onError: async (failure, change) => {
      apply(client, kind, { before: change.after, after: change.before })
      onFailed(failure, change)
      await learn(client, kind, failure, change)
    },
    onSettled: async () => {
      // While another command is on its way the list would come back without it.
      if (client.isMutating({ mutationKey: all }) === 1) await client.invalidateQueries({ queryKey: all })
    },
  })
}

function apply<E extends Entity>(client: QueryClient, kind: EntityKind<E>, change: Change<E>): void {
  client.setQueryData<E[]>(listKey(kind), (list) => list && withChange(list, change, kind.compare))
}

function find<E extends Entity>(client: QueryClient, kind: EntityKind<E>, id: string): E | undefined {
  return client.getQueryData<E[]>(listKey(kind))?.find((entity) => entity.id === id)
}

/** A refusal may mean that the server knows better: takes over what is true there. */
async function learn<E extends Entity>(client: QueryClient, kind: EntityKind<E>, failure: unknown, { before }: Change<E>): Promise<void> {
  if (!before || !(failure instanceof ApiError)) return
  if (failure.status === 404) return apply(client, kind, { before, after: null })
  if (failure.status !== 412 && failure.status !== 409) return
  const now = await kind.read(before.id).catch(() => null)
  if (now) apply(client, kind, { before, after: now })
}
