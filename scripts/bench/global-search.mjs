import { signIn } from './sign-in.mjs'

/**
 * Common, rare, absent and short words.
 *
 * @type {[name: string, query: string][]}
 */
const QUERIES = [
  ['one letter', 'g'],
  ['two letters, common', 'gr'],
  ['two letters, absent', 'zq'],
  ['a first name, one in ten', 'grace'],
  ['a surname', 'doraberg'],
  ['part of a surname', 'oraber'],
  ['part of every address', 'xampl'],
  ['the domain of most', 'example'],
  ['a whole address', 'person.500@example.org'],
  ['first and last name', 'ada doraberg'],
  ['no one', 'nameofnoone'],
  ['two short words, absent', 'zzz exam'],
  ['a word of every comment', 'waited'],
  ['a word of some comments', 'waiter77'],
  ['a word of one comment', 'table5000'],
]

/**
 * Adds a response with a comment for each of `count` contacts.
 *
 * @param {import('pg').Pool} pool
 * @param {string} organizationId
 * @param {number} count
 */
export async function insertCommentedResponses(pool, organizationId, count) {
  await pool.query(
    `INSERT INTO response (id, organization_id, survey_id, contact_id, status, language, answers, submitted_at, created_at, updated_at)
     SELECT uuid_v7(), $1::uuid, (SELECT id FROM survey WHERE organization_id = $1::uuid ORDER BY id LIMIT 1), c.id, 'completed', 'en',
       jsonb_build_array(jsonb_build_object('questionId', 'why', 'type', 'text', 'text', 'Why?', 'value',
         'The ' || (ARRAY['service','room','food','staff','queue','price','coffee','parking'])[1 + i % 8] || ' was '
         || (ARRAY['great','slow','friendly','terrible','wonderful'])[1 + i / 8 % 5] || ', and waiter' || i % 500 || ' brought us to table' || i
         || ' while we waited for the café to open')),
       now(), now() - i * interval '1 minute', now()
     FROM (SELECT row_number() OVER () AS i, id FROM (SELECT id FROM contact WHERE organization_id = $1::uuid ORDER BY hashtext(id::text) LIMIT $2) theirs) c`,
    [organizationId, count],
  )
  await pool.query('VACUUM (ANALYZE) response')
}

/**
 * Measures the requests of the command menu.
 *
 * @param {{ address: string, credentials: { email: string, password: string } }} service
 * @param {number} rounds measured requests per search
 * @returns {Promise<{ name: string, first: number, least: number, p50: number, p95: number, found: number }[]>} in ms
 */
export async function measureGlobalSearch(service, rounds) {
  const measured = []
  for (const [name, query] of QUERIES) {
    // Each search has its own session, because of their rate limit.
    const cookie = await signIn(service)
    const times = []
    let found = 0
    for (let round = 0; round <= rounds; round += 1) {
      const started = performance.now()
      const input = encodeURIComponent(JSON.stringify({ query }))
      const answer = await fetch(`${service.address}/api/trpc/search.find?input=${input}`, { headers: { cookie } })
      const body = await answer.json()
      times.push(performance.now() - started)
      if (answer.status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`)
      found = Object.values(body.result.data.data).flat().length
    }
    const [first = Number.NaN, ...rest] = times
    rest.sort((a, b) => a - b)
    measured.push({
      name,
      first,
      least: rest[0] ?? Number.NaN,
      p50: rest[Math.floor(rounds / 2)] ?? Number.NaN,
      p95: rest[Math.floor(rounds * 0.95)] ?? Number.NaN,
      found,
    })
  }
  return measured
}
