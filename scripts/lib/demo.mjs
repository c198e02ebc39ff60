import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { outputOf, typescript } from './children.mjs'

/** @typedef {{ organizationId: string, email: string, password: string, apiKey: string }} Demo */

/**
 * Fills an empty database with the demo organization.
 *
 * @param {import('./local-env.mjs').LocalEnvironment} environment
 * @param {(sentence: string) => void} say
 * @returns {Promise<Demo | null>} how to get into the demo organization, also on later starts; null once it is gone, or was never made
 */
export async function seedDemo(environment, say) {
  const url = environment.variables.DATABASE_URL
  const file = path.join(environment.dataDir, 'demo.json')
  const organizations = await query(url, 'SELECT id FROM organization ORDER BY id LIMIT 1')
  if (organizations.length === 0) {
    say('Filling the demo organization…')
    const seeded = lastObject(
      await outputOf(
        typescript('prisma/seed.ts'),
        { ...environment.variables, NODE_ENV: 'production' },
        'Filling the demo organization',
      ),
    )
    if (seeded.organizationId) fs.writeFileSync(file, `${JSON.stringify(seeded, null, 2)}\n`, { mode: 0o600 })
  }
  if (!fs.existsSync(file)) return null
  const demo = JSON.parse(fs.readFileSync(file, 'utf8'))
  const stillThere = await query(url, 'SELECT FROM organization WHERE id = $1 AND demo', [demo.organizationId])
  return stillThere.length === 1 ? demo : null
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
