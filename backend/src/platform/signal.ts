import { channel } from 'node:diagnostics_channel'

/**
 * Something that happened in this process, for whoever listens: metrics, rings. Telling costs next to nothing
 * while nobody listens, and whoever tells knows nobody who does. Never the way for anything that must not be missed.
 */
export class Signal<Message> {
  readonly #channel

  /** @param name unique within the program */
  constructor(name: string) {
    this.#channel = channel(`prumo:${name}`)
  }

  tell(message: Message): void {
    if (this.#channel.hasSubscribers) this.#channel.publish(message)
  }

  /** Listens until the function it returns is called. The listener must not throw. */
  hear(listener: (message: Message) => void): () => void {
    const heard = (message: unknown) => listener(message as Message)
    this.#channel.subscribe(heard)
    return () => {
      this.#channel.unsubscribe(heard)
    }
  }
}
