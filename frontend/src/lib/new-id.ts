import { v7 } from 'uuid'

/** An identifier made here, so that an entity has its name before the server has heard of it. */
export function newId(): string {
  return v7()
}
