import { channel } from 'node:diagnostics_channel'

/**
 * An in-process event for any number of subscribers, such as metrics. Publishing is almost free without subscribers, and
 * publishers do not know them. Not reliable: never use it for events that must not be missed.
 */
export class Signal<Message> {
  readonly #channel

  /** @param name unique within the program */
  constructor(name: string) {
    this.#channel = channel(`prumo:${name}`)
  }

  publish(message: Message): void {
    if (this.#channel.hasSubscribers) this.#channel.publish(message)
  }

  /** Subscribes; the returned function unsubscribes. The subscriber must not throw. */
  subscribe(subscriber: (message: Message) => void): () => void {
    const receive = (message: unknown) => subscriber(message as Message)
    this.#channel.subscribe(receive)
    return () => {
      this.#channel.unsubscribe(receive)
    }
  }
}
