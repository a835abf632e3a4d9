import { channel } from 'node:diagnostics_channel'

/**
 * Something that happened in this process, for whoever subscribed: metrics, rings. Publishing costs next to nothing
 * while nobody has, and publishers know no subscriber. Never the way for anything that must not be missed.
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

  /** Subscribes until the function it returns is called. The subscriber must not throw. */
  subscribe(subscriber: (message: Message) => void): () => void {
    const receive = (message: unknown) => subscriber(message as Message)
    this.#channel.subscribe(receive)
    return () => {
      this.#channel.unsubscribe(receive)
    }
  }
}
