import { setTimeout as sleep } from 'node:timers/promises'
import { errorSentence } from './checkout.mjs'
import { endChildren } from './children.mjs'

/** npm passes a Ctrl-C on that the terminal has delivered already: within this time that is one signal, not two. */
const ONE_SIGNAL_MS = 1_000

/** @typedef {{ stop: () => Promise<void>, kill: () => void }} Stoppable */

/**
 * Ends what a launcher started, last things first, however it ends: by a signal, by a failure, or by the death of a part.
 * A signal ends with exit code 0, a failure with 1. A second signal kills everything at once.
 */
export class Shutdown {
  /** @type {Stoppable[]} */
  #parts = []
  /** @type {Promise<never> | null} */
  #ending = null
  #signalledAt = 0

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => this.#onSignal())
    this.#heedNpm()
  }

  /**
   * Starts a part that must be stopped at the end, even when the end begins while it is starting.
   *
   * @template {Stoppable} T
   * @param {() => T | Promise<T>} start
   * @returns {Promise<T>} never answers once the end has begun
   */
  async add(start) {
    if (this.#ending) return this.#ending
    let part = null
    const starting = (async () => start())()
    this.#parts.push({
      stop: async () => (await starting.catch(() => null))?.stop(),
      kill: () => part?.kill(),
    })
    part = await starting
    return this.#ending ?? part
  }

  /**
   * @param {unknown} error
   * @returns {Promise<never>}
   */
  async fail(error) {
    // While everything is being stopped, whatever fails fails because of that.
    if (!this.#ending) process.stderr.write(`${errorSentence(error)}\n`)
    return this.#end(1)
  }

  /**
   * @param {() => string | null} fault looked at once a second; a sentence ends everything
   * @returns {Promise<never>}
   */
  async watch(fault) {
    for (;;) {
      await sleep(1_000)
      const sentence = this.#ending ? null : fault()
      if (sentence !== null) {
        process.stderr.write(`${sentence}\n`)
        await this.#end(1)
      }
    }
  }

  /** npm passes a signal on to the shell between it and us, which dies of it without passing it on. */
  #heedNpm() {
    if (!['start', 'dev'].includes(process.env.npm_lifecycle_event ?? '')) return
    const shell = process.ppid
    const look = setInterval(() => {
      if (process.ppid === shell) return
      clearInterval(look)
      this.#onSignal()
    }, 250)
    look.unref()
  }

  #onSignal() {
    if (!this.#ending) {
      this.#signalledAt = Date.now()
      process.stdout.write('\nStopping…\n')
      void this.#end(0)
    } else if (Date.now() - this.#signalledAt > ONE_SIGNAL_MS) {
      for (const part of this.#parts.toReversed()) part.kill()
      process.exit(1)
    }
  }

  #end(code) {
    this.#ending ??= this.#stopAll(code)
    return this.#ending
  }

  async #stopAll(code) {
    endChildren()
    for (const part of this.#parts.toReversed()) {
      try {
        await part.stop()
      } catch (error) {
        process.stderr.write(`${errorSentence(error)}\n`)
      }
    }
    process.exit(code)
  }
}
