interface Waiting<Asked, Answer> {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (reason: unknown) => void
}

/** Puts one question to the database for all who ask the same in one turn of the event loop; nothing is kept. */
export class Gathering<Asked, Answer> {
  #waiting: Waiting<Asked, Answer>[] = []

  /** @param answer answers each of those asked, in their order */
  constructor(private readonly answer: (asked: readonly Asked[]) => Promise<readonly Answer[]>) {}

  /** Rejects as the question for all does. */
  ask(asked: Asked): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject })
      if (this.#waiting.length === 1) setImmediate(() => void this.#answerAll())
    })
  }

  async #answerAll(): Promise<void> {
    const gathered = this.#waiting
    this.#waiting = []
    try {
      const answers = await this.answer(gathered.map(({ asked }) => asked))
      for (const [index, { resolve }] of gathered.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      for (const { reject } of gathered) reject(error)
    }
  }
}
