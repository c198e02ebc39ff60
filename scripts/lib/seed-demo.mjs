import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { buildTypescriptArguments, runNodeOrThrow } from './spawn.mjs'

/** @typedef {{ file: string, made: { email: string, password: string, apiKey: string } | null }} Demo */

/**
 * Adds the demo organization to an empty database. If others can reach the service, only on request: its credentials are in a file.
 *
 * @param {import('./service-environment.mjs').ServiceEnvironment} environment
 * @param {boolean} isRequested
 * @param {(sentence: string) => void} say
 * @returns {Promise<Demo | null>} `file` has the credentials, `made` too at the start that created it; null without a demo organization
 */
export async function seedDemo(environment, isRequested, say) {
  const url = environment.variables.DATABASE_URL ?? ''
  const file = path.join(environment.dataDir, 'demo.json')
  const isEmpty = (await query(url, 'SELECT FROM organization LIMIT 1')).length === 0
  /** @type {Demo['made']} */
  let made = null
  if (isEmpty && (isRequested || !environment.isPublic)) {
    say('Creating the demo organization…')
    made = await seed(environment)
    if (made) fs.writeFileSync(file, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 })
  }
  if (isEmpty && !made && environment.isPublic)
    say(
      'Others can reach this service, so it has no demo organization. To add one anyway, run npm start -- --demo. ' +
        'To create your own organization, run npm run cli -- org:create.',
    )
  if (isRequested && !isEmpty)
    say('--demo only fills an empty database. This one already has an organization, so nothing was added.')
  if (!fs.existsSync(file)) return null
  const { organizationId } = JSON.parse(fs.readFileSync(file, 'utf8'))
  const stillThere = await query(url, 'SELECT FROM organization WHERE id = $1 AND demo', [organizationId])
  return stillThere.length === 1 ? { file, made } : null
}

/**
 * @param {import('./service-environment.mjs').ServiceEnvironment} environment
 * @returns {Promise<Demo['made']>} null if a concurrent start has created it
 */
async function seed({ variables }) {
  const output = await runNodeOrThrow(
    buildTypescriptArguments('prisma/seed.ts'),
    { ...variables, NODE_ENV: 'production' },
    'Creating the demo organization',
  )
  const seeded = lastObject(output)
  return seeded.organizationId ? seeded : null
}

/** @param {string} output */
function lastObject(output) {
  return JSON.parse(output.trim().split('\n').at(-1) ?? '')
}

/**
 * @param {string} url
 * @param {string} sql
 * @param {unknown[]} [values]
 */
async function query(url, sql, values = []) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end()
  }
}
