import { createHash } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { anApp } from './testing/app'
import { aRunnerDatabase } from './testing/database'
import { Notes, on } from './testing/scenarios'
import { WAIT } from './testing/wait'

const hash = (step: string) => createHash('sha1').update(step).digest('hex')

it('sleeping runs survive the migration that drops the open_step table, and repeat no step', async () => {
  const database = await aRunnerDatabase({
    before: 'embedded_runner_less',
    sql: `
      INSERT INTO inngest_local.run (id, function_id, event)
      SELECT id, 'app-journey', json_build_object('id', id, 'name', 'test/journey', 'ts', 0, 'data', json_build_object('who', id))
      FROM unnest(ARRAY['asleep', 'over', 'planned']) AS id;
      INSERT INTO inngest_local.step (run_id, hash, result)
      SELECT id, '${hash('before')}', '{"data": null}' FROM inngest_local.run WHERE id <> 'planned';
      INSERT INTO inngest_local.open_step (run_id, hash, kind, due_at) VALUES
        ('asleep', '${hash('nap')}', 'sleep', clock_timestamp() + interval '8 hours'),
        ('over', '${hash('nap')}', 'sleep', clock_timestamp() - interval '1 minute'),
        ('planned', '${hash('before')}', 'step', clock_timestamp())`,
  })
  const notes = new Notes()
  const app = anApp(database.url, 'app')
  const runner = app.start([
    app.inngest.createFunction(on('journey'), async ({ step, event }) => {
      await step.run('before', () => void notes.say(`before ${String(event.data.who)}`))
      await step.sleep('nap', '1s')
      await step.run('after', () => void notes.say(`after ${String(event.data.who)}`))
    }),
  ])
  try {
    await runner.ready
    await database.query(
      "SELECT graphile_worker.add_job('execute', json_build_object('runId', id)) FROM inngest_local.run",
    )
    await vi.waitFor(() => expect(notes.count('after planned')).toBe(1), WAIT)
    expect(notes.entries.toSorted()).toEqual(['after over', 'after planned', 'before planned'])

    await database.query("UPDATE inngest_local.run SET due_at = clock_timestamp() WHERE id = 'asleep'")
    await database.query(`SELECT graphile_worker.add_job('execute', '{"runId": "asleep"}')`)
    await vi.waitFor(() => expect(notes.count('after asleep')).toBe(1), WAIT)
    expect(notes.count('before asleep')).toBe(0)
  } finally {
    await runner.stop()
    await database.drop()
  }
})
