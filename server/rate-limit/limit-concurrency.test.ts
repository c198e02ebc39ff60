import { expect, it } from 'vitest'
import { limitConcurrency } from './limit-concurrency'

/** Work that ends on demand. */
function work() {
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { end, ended }
}

it('limitConcurrency runs four tasks of one key at once, without delaying another key', async () => {
  const running = Array.from({ length: 6 }, work)
  let begun = 0
  const all = running.map(({ ended }) =>
    limitConcurrency('noisy', async () => {
      begun += 1
      await ended
    }),
  )
  expect(await limitConcurrency('quiet', async () => begun)).toBe(4)
  running[0]?.end()
  await all[0]
  expect(await limitConcurrency('quiet', async () => begun)).toBe(5)
  for (const { end } of running) end()
  await Promise.all(all)
  expect(begun).toBe(6)
})

it('limitConcurrency continues after a failure', async () => {
  const failures = Array.from({ length: 9 }, () => limitConcurrency('failing', () => Promise.reject(new Error('no'))))
  expect((await Promise.allSettled(failures)).every(({ status }) => status === 'rejected')).toBe(true)
  expect(await limitConcurrency('failing', async () => 'yes')).toBe('yes')
})

it('429: limitConcurrency refuses a task behind a thousand queued ones', async () => {
  const { end, ended } = work()
  const all = Array.from({ length: 1004 }, () => limitConcurrency('flood', () => ended))
  await expect(limitConcurrency('flood', () => ended)).rejects.toMatchObject({ status: 429 })
  end()
  await Promise.all(all)
})
