import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { readOutput, typescript } from './children.mjs'

/** @typedef {{ file: string, made: { email: string, password: string, apiKey: string } | null }} Demo */

/**
 * Fills an empty database with the demo organization. Its password and its key are everything that a stranger would need, so
 * where others can reach the service it is made only for those who ask.
 *
 * @param {import('./local-env.mjs').LocalEnvironment} environment
 * @param {boolean} isAskedFor
 * @param {(sentence: string) => void} say
 * @returns {Promise<Demo | null>} the file that says how to get into it, and, at the start that made it, what that is; null where there is none
 */
export async function seedDemo(environment, isAskedFor, say) {
  const url = environment.variables.DATABASE_URL
  const file = path.join(environment.dataDir, 'demo.json')
  const isEmpty = (await query(url, 'SELECT FROM organization LIMIT 1')).length === 0
  let made = null
  if (isEmpty && (isAskedFor || !environment.isPublic)) {
    say('Creating the demo organization…')
    made = await seed(environment)
    if (made) fs.writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  }
  if (isEmpty && !made && environment.isPublic)
    say(
      'Others can reach this service, so it has no demo organization. To add one anyway, run npm start -- --demo. ' +
        'To create your own organization, run npm run cli -- org:create.',
    )
  if (isAskedFor && !isEmpty)
    say('--demo only fills an empty database. This one already has an organization, so nothing was added.')
  if (!fs.existsSync(file)) return null
  const { organizationId } = JSON.parse(fs.readFileSync(file, 'utf8'))
  const stillThere = await query(url, 'SELECT FROM organization WHERE id = $1 AND demo', [organizationId])
  return stillThere.length === 1 ? { file, made } : null
}

/** @returns what the seed made; null when somebody else was faster */
async function seed({ variables }) {
  const output = await readOutput(
    typescript('prisma/seed.ts'),
    { ...variables, NODE_ENV: 'production' },
    'Creating the demo organization',
  )
  const seeded = lastObject(output)
  return seeded.organizationId ? seeded : null
}

function lastObject(output) {
  return JSON.parse(output.trim().split('\n').at(-1) ?? '')
}

async function query(url, sql, values = []) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}
