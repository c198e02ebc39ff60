import { test } from '../fixtures'
import { serveFromSeveralProcesses } from '../several-processes'

test('three processes behind a proxy serve and deliver, whichever of them are killed', async () => {
  test.setTimeout(300_000)
  await serveFromSeveralProcesses(3, 10_000)
})
