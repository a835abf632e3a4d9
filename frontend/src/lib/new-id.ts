import { v7 } from 'uuid'

/** A UUID made on the device, so that a new entity has an id before the server answers. */
export function newId(): string {
  return v7()
}
