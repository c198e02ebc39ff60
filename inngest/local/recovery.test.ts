import { expect, it } from 'vitest'
import { acceptEvents } from './events'
import { useProcesses } from './testing/processes'

const processes = useProcesses()

it('another process takes over after a kill and repeats only the interrupted step', async () => {
  const first = processes.start('one')
  await processes.untilSeen('one ready')
  processes.start('two')
  await processes.untilSeen('two ready')
  await acceptEvents(processes.database.url, [{ name: 'test/journey', data: {} }])
  await processes.untilSeen('one slow begins')
  await processes.kill(first)
  await processes.untilSeen('two slow begins')
  await processes.untilSeen('two after')
  expect(processes.things().filter((thing) => thing !== 'ready')).toEqual([
    'before',
    'slow begins',
    'slow begins',
    'slow ends',
    'after',
  ])
})
