import { setTimeout as sleep } from 'node:timers/promises'
import { formatError } from './operator-error.mjs'
import { terminateChildren } from './spawn.mjs'

/** npm repeats a Ctrl-C that the terminal has delivered already: signals within this time count as one. */
const ONE_SIGNAL_MS = 1_000

/** @typedef {{ stop: () => Promise<void>, kill: () => void }} Stoppable */

/**
 * Stops the parts of a launcher in reverse order: after a signal (exit code 0), or a failure or the end of a part (1). A second signal
 * kills all parts.
 */
export class Shutdown {
  /** @type {Stoppable[]} */
  #parts = []
  /** @type {Promise<never> | null} */
  #ending = null
  #signalledAt = 0

  constructor() {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => this.#onSignal())
    this.#watchNpm()
  }

  /**
   * Starts a part and registers it to be stopped, also if the shutdown begins while it starts.
   *
   * @template {Stoppable} T
   * @param {() => T | Promise<T>} start
   * @returns {Promise<T>} never resolves after the shutdown has begun
   */
  async add(start) {
    if (this.#ending) return this.#ending
    /** @type {T | null} */
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
    // Errors during the shutdown are consequences of it.
    if (!this.#ending) process.stderr.write(`${formatError(error)}\n`)
    return this.#end(1)
  }

  /**
   * @param {() => string | null} findFault called once a second; a sentence starts the shutdown
   * @returns {Promise<never>}
   */
  async watch(findFault) {
    for (;;) {
      await sleep(1_000)
      const sentence = this.#ending ? null : findFault()
      if (sentence !== null) {
        process.stderr.write(`${sentence}\n`)
        await this.#end(1)
      }
    }
  }

  /** npm signals the shell between it and this process, which ends without passing the signal on. */
  #watchNpm() {
    if (!['start', 'dev'].includes(process.env.npm_lifecycle_event ?? '')) return
    const shell = process.ppid
    const timer = setInterval(() => {
      if (process.ppid === shell) return
      clearInterval(timer)
      this.#onSignal()
    }, 250)
    timer.unref()
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

  /**
   * @param {number} code
   * @returns {Promise<never>}
   */
  #end(code) {
    this.#ending ??= this.#stopAll(code)
    return this.#ending
  }

  /**
   * @param {number} code
   * @returns {Promise<never>}
   */
  async #stopAll(code) {
    terminateChildren()
    for (const part of this.#parts.toReversed()) {
      try {
        await part.stop()
      } catch (error) {
        process.stderr.write(`${formatError(error)}\n`)
      }
    }
    process.exit(code)
  }
}
