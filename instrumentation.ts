/** Next calls this once, when the server starts. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  await requireEnvironment()
  const [{ startJobs }, { log }, { VERSION }] = await Promise.all([
    import('./inngest/local/start'),
    import('./server/log'),
    import('./server/version'),
  ])
  log.info({ version: VERSION, node: process.versions.node }, 'the service starts')
  startJobs()
}

/** Ends a server of our own (scripts/web.mjs) at once, with one sentence: Next would log the error and answer everything with 500. */
async function requireEnvironment(): Promise<void> {
  try {
    await import('./server/env')
  } catch (error) {
    if (process.env.FRONT_DOOR !== '1' || !(error instanceof Error)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
