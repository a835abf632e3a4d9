import { webcrypto } from 'node:crypto'
import { TestEnvironment } from 'jest-environment-jsdom'

/** jsdom, with what every browser has and jsdom lacks. */
export default class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    const { global } = this
    Object.assign(global, { fetch, Request, Response, Headers, AbortController, AbortSignal, TextEncoder, TextDecoder, structuredClone })
    Object.defineProperty(global.crypto, 'subtle', { value: webcrypto.subtle })
    global.Blob.prototype.arrayBuffer = function () {
      return new Promise((resolve, reject) => {
        const reader = new global.FileReader()
        // In the realm of the keys that encrypt it.
        reader.addEventListener('load', () => resolve(Uint8Array.from(new Uint8Array(reader.result)).buffer))
        reader.addEventListener('error', () => reject(reader.error))
        reader.readAsArrayBuffer(this)
      })
    }
    global.Blob.prototype.text = async function () {
      return new TextDecoder().decode(await this.arrayBuffer())
    }
    global.matchMedia = (media) => Object.assign(new global.EventTarget(), { media, matches: false })
    global.scrollTo = () => undefined
    global.Element.prototype.scrollIntoView = () => undefined
    global.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    }
  }
}
