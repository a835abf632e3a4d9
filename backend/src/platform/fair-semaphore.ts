import { Rejected } from '@prumo/shared/rejections'

const RETRY_SECONDS = 5

interface PermitRequest {
  holder: string
  weight: number
  grant: () => void
}

/**
 * A bounded number of permits, of which one holder has at most a share. Further requests wait for a limited time, first come
 * first served; requests whose holder has used up its share let others pass.
 */
export class FairSemaphore {
  #used = 0
  readonly #usedByHolder = new Map<string, number>()
  #waiting: PermitRequest[] = []

  /** @param limits total permits, the share of one holder, and how long a request waits in milliseconds */
  constructor(private readonly limits: { total: number; share: number; waitMs: number }) {}

  /** @returns the release function, idempotent. Rejects with UNAVAILABLE after `waitMs`. @param weight how many permits are acquired */
  acquire(holder: string, weight = 1): Promise<() => void> {
    return new Promise((resolve, reject) => {
      const refuse = () => {
        this.#waiting = this.#waiting.filter((each) => each !== waiting)
        reject(new Rejected('UNAVAILABLE', undefined, undefined, RETRY_SECONDS))
        // Smaller requests behind this one may fit now.
        this.#grant()
      }
      let timer: NodeJS.Timeout | undefined
      const waiting: PermitRequest = {
        holder,
        weight,
        grant: () => {
          clearTimeout(timer)
          this.#add(holder, weight)
          let isHeld = true
          resolve(() => {
            if (!isHeld) return
            isHeld = false
            this.#add(holder, -weight)
            this.#grant()
          })
        },
      }
      this.#waiting.push(waiting)
      this.#grant()
      if (!this.#waiting.includes(waiting)) return
      if (this.limits.waitMs === 0) refuse()
      else timer = setTimeout(refuse, this.limits.waitMs).unref()
    })
  }

  #grant(): void {
    const { total, share } = this.limits
    const waiting = this.#waiting
    for (let at = 0; at < waiting.length;) {
      const { holder, weight, grant } = waiting[at] as PermitRequest
      if ((this.#usedByHolder.get(holder) ?? 0) + weight > share) at++
      else if (this.#used + weight > total) return
      else {
        waiting.splice(at, 1)
        grant()
      }
    }
  }

  #add(holder: string, weight: number): void {
    this.#used += weight
    const used = (this.#usedByHolder.get(holder) ?? 0) + weight
    if (used === 0) this.#usedByHolder.delete(holder)
    else this.#usedByHolder.set(holder, used)
  }
}
