import { test } from '../fixtures'
import { serveFromSeveralProcesses } from '../several-processes'

test('two processes behind a proxy serve and deliver, and the other one goes on when one is killed', async () => {
  test.setTimeout(300_000)
  await serveFromSeveralProcesses(2, 60_000)
})
