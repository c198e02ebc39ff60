import path from 'node:path'

/**
 * The text that `npm start` prints when the service is ready.
 *
 * @param {object} started
 * @param {string} started.address
 * @param {import('./seed-demo.mjs').Demo | null} started.demo
 * @param {import('./service-environment.mjs').ServiceEnvironment} started.environment
 * @param {'start' | 'dev'} started.mode
 * @returns {string}
 */
export function formatStartupBanner({ address, demo, environment, mode }) {
  const { dataDir, host, port } = environment
  /** @type {[name: string, value: string][]} */
  const lines = [
    ['Address', address],
    [
      'Listens',
      environment.isLoopback
        ? `on this machine only (${host}, port ${port}). To let others in, set HOST=0.0.0.0 and NEXTAUTH_URL`
        : `on ${host}, port ${port}`,
    ],
    ...demoLines(demo, address, environment),
    ['Data', dataDir],
  ]
  if (mode === 'start' && environment.variables.LOG_TO !== 'stdout')
    lines.push(['Log', path.join(dataDir, 'service.log')])
  const table = lines.map(([name, value]) => `  ${name.padEnd(9)}${value}`)
  return ['', 'Customer Feedback Service is ready.', '', ...table, '', 'Press Ctrl-C to stop.'].join('\n')
}

/**
 * Prints the password and the key only at the start that created them: output is collected in more logs than files are.
 *
 * @param {import('./seed-demo.mjs').Demo | null} demo
 * @param {string} address
 * @param {import('./service-environment.mjs').ServiceEnvironment} environment
 * @returns {[name: string, value: string][]}
 */
function demoLines(demo, address, { isPublic }) {
  if (demo?.made)
    return [
      ['Sign in', `${demo.made.email}  password ${demo.made.password}`],
      ['API key', demo.made.apiKey],
      ['Try it', `curl -H 'X-API-Key: ${demo.made.apiKey}' ${address}/api/v1/contacts`],
      ['Kept in', `${demo.file} (not shown again)`],
    ]
  if (demo && isPublic)
    return [
      [
        'Demo',
        `anyone who can read ${demo.file} can sign in to the demo organization, from wherever they can reach the service`,
      ],
    ]
  return demo ? [['Demo', `the sign-in details are in ${demo.file}`]] : []
}
