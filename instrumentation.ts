/** Next calls this once, when the server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  try {
    await start()
  } catch (error) {
    if (process.env.FRONT_DOOR !== '1' || !(error instanceof Error)) throw error
    // Next would log the error and answer everything with 500: a server of our own (scripts/web.mjs) ends with one sentence.
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

async function start(): Promise<void> {
  // First, because it says which variable is wrong.
  await import('./server/env')
  const [{ startJobs }, { log }, { VERSION }] = await Promise.all([
    import('./inngest/local/start'),
    import('./server/log'),
    import('./server/version'),
  ])
  log.info({ version: VERSION, node: process.versions.node }, 'the service starts')
  startJobs()
}
