import { ApiError } from '../api'
import { write } from '../write'
import type { Entity, EntityKind } from './entity-list'

/** `DELETE /{kind}/{id}` */
export async function sendDeletion<E extends Entity>({ name }: EntityKind<E>, { id, version }: E): Promise<null> {
  try {
    await write({ method: 'DELETE', path: `/${name}/${id}`, version })
  } catch (failure) {
    // Already gone is what was wanted.
    if (!(failure instanceof ApiError && failure.status === 404)) throw failure
  }
  return null
}

/** `POST /{kind}/{id}/restore` */
export function sendRestoration<A>({ name }: { name: string }, { id }: Entity): Promise<A> {
  return write<A>({ method: 'POST', path: `/${name}/${id}/restore` })
}
