export async function start(): Promise<void> {
  try {
    // First: its error names the invalid variable.
    await import('./server/env')
  } catch (error) {
    exitWithError(error, ({ message }) => message)
  }
  try {
    await startModules()
  } catch (error) {
    exitWithError(error, ({ stack, message }) => stack ?? message)
  }
}

/** Exits our own server (scripts/web.mjs). Next.js would log the error and answer every request with 500. */
function exitWithError(error: unknown, describe: (error: Error) => string): never {
  if (process.env.FRONT_DOOR !== '1' || !(error instanceof Error)) throw error
  process.stderr.write(`${describe(error)}\n`)
  process.exit(1)
}

async function startModules(): Promise<void> {
  const [{ startJobs }, { log }, { VERSION }] = await Promise.all([
    import('./server/jobs/start-jobs'),
    import('./server/log'),
    import('./server/version'),
  ])
  log.info({ version: VERSION, node: process.versions.node }, 'the service starts')
  startJobs()
}
