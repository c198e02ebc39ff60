/** Called by Next.js once, when the server starts. In this form the edge bundle contains no server code. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { start } = await import('./instrumentation-node')
    await start()
  }
}
