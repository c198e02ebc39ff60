import { appendFileSync } from 'node:fs'
import { anApp } from './app'

/* A process for tests that kill it: writes its events to a file, prefixed with its name. */

const [url = '', file = '', name = ''] = process.argv.slice(2)
const say = (what: string) => appendFileSync(file, `${name} ${what}\n`)
const pause = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

const app = anApp(url, 'killed')
const runner = app.start([
  app.inngest.createFunction({ id: 'journey', triggers: [{ event: 'test/journey' }], retries: 5 }, async ({ step }) => {
    await step.run('before', () => say('before'))
    await step.sleep('nap', '2s')
    await step.run('slow', async () => {
      say('slow begins')
      await pause(1500)
      say('slow ends')
    })
    await step.run('after', () => say('after'))
  }),
  app.inngest.createFunction(
    { id: 'narrow', triggers: [{ event: 'test/narrow' }], retries: 5, concurrency: 1 },
    async ({ step, event }) => {
      await step.run('pass', async () => {
        say(`${String(event.data.n)} begins`)
        await pause(200)
        say(`${String(event.data.n)} ends`)
      })
    },
  ),
])
await runner.ready
say('ready')
